/** Line end of RFC 4180. */
export const CSV_LINE_END = '\r\n';

/**
 * Returns a text as a cell (RFC 4180). Text that a spreadsheet would run as a formula gets an apostrophe in front
 * (promise 27); so does text that begins with one. Some spreadsheets split cells at `;`, as in Portuguese, so each such
 * part is escaped too. To restore the text, remove one apostrophe from its beginning and one after each `;`.
 */
export function csvCell(text: string): string {
  const harmless = text.replace(/(^|;)(?='|["\s]*[=+\-@\t\r＝＋－＠])/gu, "$1'");
  return /[",;\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
