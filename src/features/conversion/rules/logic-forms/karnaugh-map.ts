import type { LogicFunction, Output } from './logic-function.js';
import type { MinimalForm } from './minimise.js';

/** The cells of a function, arranged so that adjacent cells differ in one variable. */
export interface KarnaughMap {
  /** The variables that distinguish the maps: none for up to four variables, one for five, two for six. */
  readonly mapVariables: readonly string[];
  readonly rowVariables: readonly string[];
  readonly columnVariables: readonly string[];
  /**
   * The bits of the variables of each row and column, in Gray code: 00, 01, 11, 10. A single row or column has an empty
   * label.
   */
  readonly rowLabels: readonly string[];
  readonly columnLabels: readonly string[];
  /** The maps, also in Gray code order. */
  readonly maps: readonly MapPart[];
  /** The cells covered by each term of the minimal form, in the order of the terms. */
  readonly groups: readonly KarnaughGroup[];
}

export interface MapPart {
  /** Values of the variables that distinguish the maps; empty if there is only one map. */
  readonly label: string;
  readonly cells: readonly MapCell[];
}

export interface MapCell {
  /** The number of the corresponding row in the truth table. */
  readonly index: number;
  readonly row: number;
  readonly column: number;
  readonly output: Output;
}

/** The cells of a term, with the rectangles drawn around them. */
export interface KarnaughGroup {
  readonly pattern: string;
  /** Indexes of the cells, in ascending order. */
  readonly cells: readonly number[];
  readonly pieces: readonly GroupPiece[];
}

/** A rectangle of a group. If it extends past one edge, it continues at the opposite edge. */
export interface GroupPiece {
  readonly map: number;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly pastTop: boolean;
  readonly pastBottom: boolean;
  readonly pastLeft: boolean;
  readonly pastRight: boolean;
}

/** Builds the Karnaugh map of a minimal form with 1 to 6 variables, and the groups of its terms. */
export function karnaughMap({ function: given, cover }: MinimalForm): KarnaughMap {
  const { variables } = given;
  const [mapCount, rowCount] = splitVariables(variables.length);
  const mapVariables = variables.slice(0, mapCount);
  const rowVariables = variables.slice(mapCount, mapCount + rowCount);
  const columnVariables = variables.slice(mapCount + rowCount);
  const rowLabels = grayCodes(rowCount);
  const columnLabels = grayCodes(columnVariables.length);
  const maps = grayCodes(mapCount);
  return {
    mapVariables,
    rowVariables,
    columnVariables,
    rowLabels,
    columnLabels,
    maps: maps.map((label) => ({ label, cells: formatCells(given, label, rowLabels, columnLabels) })),
    groups: cover.map(({ pattern, rows }) => ({
      pattern,
      cells: rows,
      pieces: splitPieces(pattern, mapCount, rowCount),
    })),
  };
}

/** Returns how many variables distinguish maps, and how many rows; the remaining ones are for columns. */
function splitVariables(variableCount: number): [maps: number, rows: number] {
  const maps = Math.max(0, variableCount - 4);
  return [maps, Math.floor((variableCount - maps) / 2)];
}

/**
 * Returns all values of at most two bits, ordered so that adjacent ones differ in one bit, as do the last and the
 * first.
 */
function grayCodes(bits: number): string[] {
  return [[''], ['0', '1'], ['00', '01', '11', '10']][bits] ?? [];
}

function formatCells(
  { outputs }: LogicFunction,
  label: string,
  rowLabels: readonly string[],
  columnLabels: readonly string[],
): MapCell[] {
  return rowLabels.flatMap((rowLabel, row) =>
    columnLabels.map((columnLabel, column) => {
      const index = Number.parseInt(`0${label}${rowLabel}${columnLabel}`, 2);
      return { index, row, column, output: outputs[index] ?? '-' };
    }),
  );
}

function splitPieces(pattern: string, mapCount: number, rowCount: number): GroupPiece[] {
  const maps = grayCodes(mapCount).flatMap((code, map) => (matches(code, pattern.slice(0, mapCount)) ? [map] : []));
  const vertical = findSpans(pattern.slice(mapCount, mapCount + rowCount));
  const horizontal = findSpans(pattern.slice(mapCount + rowCount));
  return maps.flatMap((map) =>
    vertical.flatMap((rows) =>
      horizontal.map(
        (columns): GroupPiece => ({
          map,
          row: rows.from,
          column: columns.from,
          rows: rows.length,
          columns: columns.length,
          pastTop: rows.pastStart,
          pastBottom: rows.pastEnd,
          pastLeft: columns.pastStart,
          pastRight: columns.pastEnd,
        }),
      ),
    ),
  );
}

interface Span {
  readonly from: number;
  readonly length: number;
  readonly pastStart: boolean;
  readonly pastEnd: boolean;
}

/** Returns the places in Gray code order that match a pattern: one span, or two that meet around the edge. */
function findSpans(pattern: string): Span[] {
  const codes = grayCodes(pattern.length);
  const places = codes.flatMap((code, place) => (matches(code, pattern) ? [place] : []));
  const last = codes.length - 1;
  const isAround = places.length < codes.length && places.length > 1 && places.includes(0) && places.includes(last);
  if (!isAround) return [{ from: places[0] ?? 0, length: places.length, pastStart: false, pastEnd: false }];
  return [
    { from: 0, length: 1, pastStart: true, pastEnd: false },
    { from: last, length: 1, pastStart: false, pastEnd: true },
  ];
}

function matches(code: string, pattern: string): boolean {
  return [...pattern].every((sign, index) => sign === '-' || sign === code[index]);
}
