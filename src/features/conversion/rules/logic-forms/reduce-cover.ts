import { add, type Column, type Elements, placesOf, remove, sizeOf, within } from './cover-columns.js';

/** An element that is not covered yet. */
export interface Row {
  readonly place: number;
  /** The columns that cover the element, as indexes in the list. */
  readonly columns: readonly number[];
}

/** A problem that has been reduced as far as possible without making a choice. */
export interface Reduced {
  readonly chosen: readonly Column[];
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
}

/**
 * Chooses the columns that are forced, and drops those that cannot make the cover cheaper; undefined if no cover
 * exists.
 */
export function reduceCover(from: Readonly<Elements>, given: readonly Column[]): Reduced | undefined {
  const left: Elements = { ...from };
  const chosen: Column[] = [];
  let columns = given;
  for (;;) {
    columns = withoutDominated(columns.map((column) => within(column, left)));
    const rows = rowsOf(left, columns);
    if (rows.some((row) => row.columns.length === 0)) return undefined;
    const essential = new Set(rows.flatMap((row) => (row.columns.length === 1 ? [columns[row.columns[0] ?? 0]] : [])));
    if (essential.size > 0) {
      for (const column of essential as Set<Column>) {
        chosen.push(column);
        remove(left, column);
      }
      continue;
    }
    const needed = withoutImplied(rows);
    if (needed.length === rows.length) return { chosen, rows, columns };
    Object.assign(left, collectElements(needed));
  }
}

/** Drops columns that cover nothing, and those contained in another column that costs no more. */
function withoutDominated(columns: readonly Column[]): Column[] {
  const sorted = columns
    .filter(({ low, high }) => (low | high) !== 0)
    .sort((a, b) => sizeOf(b) - sizeOf(a) || a.price - b.price || a.index - b.index);
  const kept: Column[] = [];
  for (const column of sorted) {
    const { low, high, price } = column;
    const isDominated = kept.some(
      (other) => other.price <= price && (low & ~other.low) === 0 && (high & ~other.high) === 0,
    );
    if (!isDominated) kept.push(column);
  }
  return kept;
}

/** Drops elements that are covered whenever some other element is. */
function withoutImplied(rows: readonly Row[]): readonly Row[] {
  const sorted = [...rows].sort((a, b) => a.columns.length - b.columns.length);
  const kept: { row: Row; columns: ReadonlySet<number> }[] = [];
  for (const row of sorted) {
    const columns = new Set(row.columns);
    if (!kept.some(({ row: other }) => other.columns.every((column) => columns.has(column))))
      kept.push({ row, columns });
  }
  return kept.map(({ row }) => row);
}

/** Returns the elements of the remaining rows. */
export function collectElements(rows: readonly Row[]): Elements {
  const elements: Elements = { low: 0, high: 0 };
  for (const { place } of rows) add(elements, place);
  return elements;
}

function rowsOf(left: Readonly<Elements>, columns: readonly Column[]): Row[] {
  const byPlace: number[][] = [];
  for (const place of placesOf(left)) byPlace[place] = [];
  columns.forEach((column, at) => {
    for (const place of placesOf(column)) byPlace[place]?.push(at);
  });
  return placesOf(left).map((place) => ({ place, columns: byPlace[place] ?? [] }));
}
