import { useState } from 'react';
import { Section } from '../../../components/layout/section';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import { BlockForm } from './block-form';
import { DomainList } from './domain-list';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.domains', import: 'default' }),
);

/** Domains blocked in addition to the list of disposable-mail domains. */
export default function DomainsSection() {
  const [search, setSearch] = useState('');
  return (
    <Section title={t('ui.domains.title')} about={t('ui.domains.about')}>
      <BlockForm />
      <DomainList key={search} search={search} onSearch={setSearch} />
    </Section>
  );
}
