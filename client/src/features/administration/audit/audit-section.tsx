import { useQuery } from 'urql';
import { say } from '../../../lib/say';
import { useAddress } from '../parts/address';
import { Records } from '../parts/records';
import { Section } from '../parts/section';
import { usePages } from '../parts/use-pages';
import { auditMessages as messages } from './audit.messages';
import { type AuditFilter, AuditQuery } from './audit.operations';
import { filterOf, wordsOf } from './audit-filter';
import { AuditForm } from './audit-form';
import { AuditRecord } from './audit-record';
import { ExportButton } from './export-button';

/** The audit trail: what is looked for stands in the address, so that it can be kept and sent. */
export default function AuditSection() {
  const { words, go } = useAddress();
  const search = words.toString();
  const filter = filterOf(words);
  return (
    <Section
      title={say(messages.title)}
      about={say(messages.about)}
      actions={<ExportButton key={search} filter={filter} />}
    >
      <AuditForm key={search} filter={filter} onFilter={(wanted) => go([...wordsOf(words, wanted)])} />
      <AuditList key={`list ${search}`} filter={filter} />
    </Section>
  );
}

function AuditList({ filter }: { filter: AuditFilter }) {
  const pages = usePages();
  const [{ data, error }, ask] = useQuery({
    query: AuditQuery,
    variables: { after: pages.after, filter },
    requestPolicy: 'cache-and-network',
  });
  return (
    <Records
      label={say(messages.list)}
      page={data?.auditTrail}
      error={error}
      onRetry={() => ask({ requestPolicy: 'network-only' })}
      pages={pages}
      empty={say(messages.empty)}
    >
      {(event) => <AuditRecord key={event.id} event={event} />}
    </Records>
  );
}
