export function median(figures: readonly number[]): number {
  return quantile(figures, 0.5);
}

/** Returns the value below which a fraction (0 to 1) of all values lies. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Returns the area under the ROC curve for telling two groups apart: 0.5 if they are indistinguishable. */
export function areaUnderCurve(a: readonly number[], b: readonly number[]): number {
  const wins = a.flatMap((x) => b.map((y) => (x > y ? 1 : x === y ? 0.5 : 0) as number));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}

/** Prints rows as aligned columns; the first row is the heading. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
