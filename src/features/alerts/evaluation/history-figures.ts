import type { HistoryRows } from '../../monitoring/history/history-rows.js';
import { round, type StoredMeasureName } from '../../monitoring/measures.js';
import type { AlertExpression } from '../rules/expression/alert-expression.js';
import type { Quantity } from '../rules/expression/atoms.js';
import { type FigureName, figureNames, figures } from '../rules/figures.js';
import type { HostFigures } from '../rules/host-figures.js';

/** Returns the stored measures that the expressions read. */
export function listMeasures(expressions: Iterable<AlertExpression>): readonly StoredMeasureName[] {
  const measures = new Set<StoredMeasureName>();
  for (const { atoms } of expressions) {
    for (const atom of atoms) {
      const measure = atom.kind === 'comparison' ? findMeasure(atom.quantity.name) : undefined;
      if (measure) measures.add(measure);
    }
  }
  return [...measures];
}

/** Whether the history stores a quantity. */
export function isStored({ name, path }: Quantity): boolean {
  return path === undefined && findMeasure(name) !== undefined;
}

/** Renames the history's columns to the figures used in rules. */
export function figuresOfRows({ atMs, figures: columns }: HistoryRows, cores: number) {
  const named: Partial<Record<FigureName, ArrayLike<number>>> = {};
  for (const name of figureNames) {
    const measure = findMeasure(name);
    const column = measure && columns[measure];
    if (!column) continue;
    // The history stores the load of the whole host, not per processor.
    named[name] = figures[name].unit === 'load' ? column.map((load) => round(load / cores, 2)) : column;
  }
  return { atMs, figures: named };
}

/** Yields the rows one by one, in the form windows take. The history does not store individual file systems. */
export function* eachRow(rows: HistoryRows, cores: number): Generator<HostFigures> {
  const { figures: columns } = figuresOfRows(rows, cores);
  const named = Object.entries(columns) as [FigureName, ArrayLike<number>][];
  for (const [row, at] of rows.atMs.entries()) {
    const known = named.map(([name, column]) => [name, orNull(column[row])] as const);
    yield { atMs: at, figures: Object.fromEntries(known), disks: NO_DISKS };
  }
}

const NO_DISKS: ReadonlyMap<string, number> = new Map();

function orNull(figure = Number.NaN): number | null {
  return Number.isNaN(figure) ? null : figure;
}

/** Returns the measure that a figure is stored under; undefined if there is none. */
function findMeasure(name: FigureName): StoredMeasureName | undefined {
  return ELSEWHERE[name] ?? figures[name].measure ?? undefined;
}

/** Figures stored under a different measure from the one whose chart they appear on. */
const ELSEWHERE: Readonly<Partial<Record<FigureName, StoredMeasureName>>> = {
  disk: 'fullestDiskPercent',
  load5: 'loadAverage5',
  load15: 'loadAverage15',
};
