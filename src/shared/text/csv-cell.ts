/** Line end of RFC 4180. */
export const CSV_LINE_END = '\r\n';

/**
 * Formats a string as a cell (RFC 4180). A string that a spreadsheet would run as a formula gets a leading apostrophe
 * (promise 27), and so does one that already begins with an apostrophe. Some spreadsheets split cells at `;`, as in
 * Portuguese, so each such part is escaped too. To restore the string, remove one apostrophe from its beginning and one
 * after each `;`.
 */
export function csvCell(text: string): string {
  const harmless = text.replace(/(^|;)(?='|["\s]*[=+\-@\t\r＝＋－＠])/gu, "$1'");
  return /[",;\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
