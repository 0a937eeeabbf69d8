import { useQuery } from 'urql';
import { Section } from '../../../components/layout/section';
import { RecordTable } from '../../../components/lists/record-table';
import { Records } from '../../../components/lists/records';
import { usePages } from '../../../components/lists/use-pages';
import { useStableRows } from '../../../components/lists/use-stable-rows';
import { t } from '../../../lib/i18n/t';
import { useAddress } from '../parts/address';
import { useSecurityEvents } from '../parts/use-security-events';
import { type AuditFilter, AuditQuery } from './audit.operations';
import { auditColumns } from './audit-columns';
import { parseFilter, wordsOf } from './audit-filter';
import { AuditForm } from './audit-form';
import { ExportButton } from './export-button';

export { auditMessages as messages } from './messages';

/** The audit trail. The filter is part of the URL so that it can be bookmarked and shared. */
export default function AuditSection() {
  const { words, go } = useAddress();
  const search = words.toString();
  const filter = parseFilter(words);
  return (
    <Section
      title={t('ui.audit.title')}
      about={t('ui.audit.about')}
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
  // Any security event may add a row; refetch and let the server filter.
  useSecurityEvents(() => true, refresh);
  return (
    <div ref={area}>
      <Records
        label={t('ui.audit.list')}
        page={page}
        error={error}
        onRetry={refresh}
        pages={pages}
        empty={t('ui.audit.empty')}
      >
        {(events, focusTarget) => (
          <RecordTable label={t('ui.audit.list')} items={events} columns={auditColumns()} focusTarget={focusTarget} />
        )}
      </Records>
    </div>
  );
}
