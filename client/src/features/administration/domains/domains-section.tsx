import { useState } from 'react';
import { say } from '../../../lib/i18n/say';
import { Section } from '../parts/section';
import { BlockForm } from './block-form';
import { DomainList } from './domain-list';
import { domainsMessages as messages } from './domains.messages';

/** Domains that are added to those of disposable mail. */
export default function DomainsSection() {
  const [search, setSearch] = useState('');
  return (
    <Section title={say(messages.title)} about={say(messages.about)}>
      <BlockForm />
      <DomainList key={search} search={search} onSearch={setSearch} />
    </Section>
  );
}
