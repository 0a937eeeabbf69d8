import { visible } from '../shared/text/visible-text.js';

/**
 * Prints rows in aligned columns below a heading. Reads the rows twice, since determining the widths in a single pass
 * would require keeping all of them in memory.
 */
export async function printTable(
  headings: readonly string[],
  rows: () => AsyncIterable<readonly string[]>,
): Promise<void> {
  let widths = headings.map(({ length }) => length);
  for await (const cells of rows()) {
    widths = widths.map((width, column) => Math.max(width, visible(cells[column] ?? '').length));
  }
  printLine(headings, widths);
  for await (const cells of rows()) printLine(cells.map(visible), widths);
}

function printLine(cells: readonly string[], widths: readonly number[]): void {
  const padded = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0));
  console.log(padded.join('  ').trimEnd());
}

/** Formats a time in UTC, to the minute. */
export function minute(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
