import { useState } from 'react';
import { Section } from '../../../components/layout/section';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import { SilenceForm } from './silence-form';
import { SilenceList } from './silence-list';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.silences,ui.silencing', import: 'default' }),
);

/** Manages silences: periods without messages about a rule, a host or a tag. */
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
