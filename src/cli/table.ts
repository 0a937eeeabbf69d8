/** Lines with aligned columns, a heading first. */
export function table(headings: readonly string[], cells: readonly (readonly string[])[]): string[] {
  const rows = [headings, ...cells.map((row) => row.map(visible))];
  const widths = headings.map((_heading, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A time in UTC, to the minute. */
export function minute(time: Date): string {
  return `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Text that moves no cursor. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd');
}
