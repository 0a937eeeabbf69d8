import { useState } from 'react';
import { useQuery } from 'urql';
import { CopyButton } from '../../../components/copy-button';
import { ActionForm } from '../../../components/forms/action-form';
import { Field } from '../../../components/forms/field';
import { findFaults, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { argumentsOf, type Rights } from '../parts/rights';
import { RightsFields } from '../parts/rights-fields';
import { ABOUT_INVITATIONS, CreateInvitation, MailIsOnQuery } from './invitations.operations';

const AT_FIRST: Rights = { role: 'MEMBER', machines: 'POLICY', tags: '' };

interface Created {
  link: string;
  /** E-mail address the invitation was sent to; null if it wasn't sent. */
  sentTo: string | null;
}

/** Form that creates an invitation and then shows its link. */
export function CreateInvitationForm() {
  const [{ data: mail }] = useQuery({ query: MailIsOnQuery });
  const [email, setEmail] = useState('');
  const [rights, setRights] = useState(AT_FIRST);
  const [wantsMail, setWantsMail] = useState(true);
  const [created, setCreated] = useState<Created>();
  const { progress, run } = useAction(CreateInvitation, ABOUT_INVITATIONS);
  const canSend = mail?.mailStatus.isOn === true && email.trim() !== '';

  const create = async () => {
    setCreated(undefined);
    const sendMail = canSend && wantsMail;
    const answer = await run({ email: email.trim() || null, ...argumentsOf(rights), sendMail });
    if (!answer) return;
    const { link, invitation } = answer.createInvitation;
    setCreated({ link, sentTo: sendMail ? invitation.email : null });
    setEmail('');
    setRights(AT_FIRST);
  };
  return (
    <div className="invitation-form form-pairs">
      <ActionForm
        progress={progress}
        ready
        action={t('ui.invitations.create')}
        done={created && <InvitationLink {...created} />}
        onSend={create}
      >
        <Field
          label={t('ui.invitations.email')}
          hint={t('ui.invitations.emailHint')}
          type="email"
          autoComplete="off"
          value={email}
          faults={findFaults(progress, 'email')}
          onChange={({ target }) => setEmail(target.value)}
        />
        {canSend && (
          <label className="check">
            <input type="checkbox" checked={wantsMail} onChange={({ target }) => setWantsMail(target.checked)} />
            {t('ui.invitations.sendMail')}
          </label>
        )}
        <RightsFields rights={rights} faults={findFaults(progress, 'machineTags')} hasPolicy onChange={setRights} />
      </ActionForm>
    </div>
  );
}

function InvitationLink({ link, sentTo }: Created) {
  return (
    <>
      <p>{sentTo ? t('ui.invitations.createdAndSent', { email: sentTo }) : t('ui.invitations.created')}</p>
      <div className="invitation-link">
        <code>{link}</code>
        <CopyButton label={t('ui.invitations.link')} text={link}>
          {t('ui.invitations.copy')}
        </CopyButton>
      </div>
    </>
  );
}
