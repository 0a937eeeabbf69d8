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

/** Lines end as RFC 4180 has it. */
const LINE_END = '\r\n';

/** The names of the columns, as a line. */
export const csvHeader = COLUMNS.join(',') + LINE_END;

/** An event as a line of CSV; its time is ISO 8601 in UTC. */
export function csvLine(record: AuditRecord): string {
  const values = { ...record, at: record.at.toISOString() };
  return COLUMNS.map((column) => csvCell(String(values[column] ?? ''))).join(',') + LINE_END;
}

/**
 * A text as a cell (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe in front (promise 27); so
 * does a text that begins with one. Where cells are split at `;`, as in Portuguese, each part of the text is such a cell.
 * To restore the text, remove one apostrophe from its beginning and one after each `;`.
 */
function csvCell(text: string): string {
  const harmless = text.replace(/(^|;)(?='|["\s]*[=+\-@\t\r＝＋－＠])/gu, "$1'");
  return /[",;\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
