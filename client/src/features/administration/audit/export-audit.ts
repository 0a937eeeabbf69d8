import { csvFile } from '../../../lib/page/save-file';
import { csrfToken } from '../../../lib/session/csrf-token';
import { paths } from '../../../paths';
import type { AuditFilter } from './audit.operations';

const CSV_QUERY = `query AuditCsv($after: String, $filter: AuditFilter) {
  auditTrailCsv(after: $after, filter: $filter) { csv rows endCursor hasNextPage }
}`;

interface CsvPart {
  readonly csv: string;
  readonly rows: number;
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
}

/**
 * Fetches the trail as CSV, part by part, and joins the parts into one file. Bypasses the page's GraphQL client, which
 * would keep everything in memory.
 *
 * @param onProgress called after each part with the number of events so far.
 * @throws if a part cannot be fetched or the signal aborts.
 */
export async function exportAudit(
  filter: AuditFilter,
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<Blob> {
  const texts: string[] = [];
  let count = 0;
  for (let after: string | null = null; ; ) {
    const part = await askForPart({ filter, after }, signal);
    texts.push(part.csv);
    count += part.rows;
    onProgress(count);
    if (!part.hasNextPage) return csvFile(texts);
    after = part.endCursor;
  }
}

async function askForPart(variables: object, signal: AbortSignal): Promise<CsvPart> {
  const response = await fetch(paths.graphql, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-CSRFToken': csrfToken() },
    body: JSON.stringify({ query: CSV_QUERY, variables }),
    signal,
  });
  const { data, errors } = await response.json();
  if (!data?.auditTrailCsv) throw new Error(errors?.[0]?.message);
  return data.auditTrailCsv;
}
