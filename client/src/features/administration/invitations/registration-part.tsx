import './invitations.css';
import { Section } from '../../../components/layout/section';
import { t } from '../../../lib/i18n/t';
import { CreateInvitationForm } from './create-invitation';
import { InvitationList } from './invitation-list';
import type { RegistrationMode } from './invitations.operations';
import { RegistrationModeForm } from './registration-mode';

/** Registration mode and invitations. */
export function RegistrationPart({ mode }: { mode: RegistrationMode }) {
  return (
    <>
      <Section title={t('ui.invitations.registration')}>
        <RegistrationModeForm mode={mode} />
      </Section>
      <Section title={t('ui.invitations.title')} about={t('ui.invitations.about')}>
        <CreateInvitationForm />
        <InvitationList />
      </Section>
    </>
  );
}
