import { useState } from 'react';
import { Section } from '../../../components/layout/section';
import { t } from '../../../lib/i18n/t';
import { BlockForm } from './block-form';
import { DomainList } from './domain-list';

export { domainsMessages as messages } from './messages';

/** Blocked domains added to the list of disposable-mail domains. */
export default function DomainsSection() {
  const [search, setSearch] = useState('');
  return (
    <Section title={t('ui.domains.title')} about={t('ui.domains.about')}>
      <BlockForm />
      <DomainList key={search} search={search} onSearch={setSearch} />
    </Section>
  );
}
