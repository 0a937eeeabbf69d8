import { useQuery } from 'urql';
import { say } from '../../../lib/i18n/say';
import { useAddress } from '../parts/address';
import { Records } from '../parts/records';
import { Section } from '../parts/section';
import { usePages } from '../parts/use-pages';
import { useSecurityEvents } from '../parts/use-security-events';
import { useStableRows } from '../parts/use-stable-rows';
import { auditMessages as messages } from './audit.messages';
import { type AuditFilter, AuditQuery } from './audit.operations';
import { filterOf, wordsOf } from './audit-filter';
import { AuditForm } from './audit-form';
import { AuditRecord } from './audit-record';
import { ExportButton } from './export-button';

/** The audit trail. The filter is part of the address, so that it can be bookmarked and sent. */
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
  const [{ data, error, operation }, ask] = useQuery({
    query: AuditQuery,
    variables: { after: pages.after, filter },
    requestPolicy: 'cache-and-network',
  });
  const refresh = () => ask({ requestPolicy: 'network-only' });
  const { area, page } = useStableRows(data?.auditTrail, operation?.key, ({ id }) => id);
  // Every security event may be a new row; the server applies the filter.
  useSecurityEvents(() => true, refresh);
  return (
    <div ref={area}>
      <Records
        label={say(messages.list)}
        page={page}
        error={error}
        onRetry={refresh}
        pages={pages}
        empty={say(messages.empty)}
      >
        {(event) => <AuditRecord key={event.id} event={event} />}
      </Records>
    </div>
  );
}
