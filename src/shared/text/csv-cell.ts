/** Lines end as RFC 4180 has it. */
export const CSV_LINE_END = '\r\n';

/**
 * A text as a cell (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe in front (promise 27); so
 * does a text that begins with one. Where cells are split at `;`, as in Portuguese, each part of the text is such a cell.
 * To restore the text, remove one apostrophe from its beginning and one after each `;`.
 */
export function csvCell(text: string): string {
  const harmless = text.replace(/(^|;)(?='|["\s]*[=+\-@\t\r＝＋－＠])/gu, "$1'");
  return /[",;\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
