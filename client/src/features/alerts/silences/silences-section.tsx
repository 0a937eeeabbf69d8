import { useState } from 'react';
import { Section } from '../../../components/layout/section';
import { t } from '../../../lib/i18n/t';
import { SilenceForm } from './silence-form';
import { SilenceList } from './silence-list';

export { silencesMessages as messages } from './messages';

/** Manages silences: periods without messages about a rule or a host. */
export default function SilencesSection() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title={t('ui.silences.title')}
      about={t('ui.silences.about')}
      actions={
        <button className="button" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('ui.silences.create')}
        </button>
      }
    >
      {isOpen && <SilenceForm />}
      <SilenceList />
    </Section>
  );
}
