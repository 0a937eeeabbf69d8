import { CSV_LINE_END, csvCell } from '../../shared/text/csv-cell.js';
import type { AuditRecord } from './audit-record.js';

const COLUMNS = [
  'id',
  'at',
  'event',
  'result',
  'door',
  'address',
  'username',
  'actor',
  'before',
  'after',
] as const satisfies readonly (keyof AuditRecord)[];

export const csvHeader = COLUMNS.join(',') + CSV_LINE_END;

/** Formats an event as a CSV line; the time is ISO 8601 in UTC. */
export function csvLine(record: AuditRecord): string {
  const values = { ...record, at: record.at.toISOString() };
  return COLUMNS.map((column) => csvCell(String(values[column] ?? ''))).join(',') + CSV_LINE_END;
}
