import type { HistoryRows } from '../../monitoring/history/history-rows.js';
import { round, type StoredMeasureName } from '../../monitoring/measures.js';
import type { AlertExpression } from '../rules/expression/alert-expression.js';
import type { Quantity } from '../rules/expression/atoms.js';
import { type FigureName, figureNames, figures } from '../rules/figures.js';
import type { HostFigures } from '../rules/host-figures.js';

/** The measures of the history that some expressions read. */
export function measuresOf(expressions: Iterable<AlertExpression>): readonly StoredMeasureName[] {
  const measures = new Set<StoredMeasureName>();
  for (const { atoms } of expressions) {
    for (const atom of atoms) {
      const measure = atom.kind === 'comparison' ? measureOf(atom.quantity.name) : undefined;
      if (measure) measures.add(measure);
    }
  }
  return [...measures];
}

/** Whether the history has what a comparison reads. */
export function isStored({ name, path }: Quantity): boolean {
  return path === undefined && measureOf(name) !== undefined;
}

/** Columns of the history as rules name them. */
export function figuresOfRows({ atMs, figures: columns }: HistoryRows, cores: number) {
  const named: Partial<Record<FigureName, ArrayLike<number>>> = {};
  for (const name of figureNames) {
    const measure = measureOf(name);
    const column = measure && columns[measure];
    if (!column) continue;
    // The history has the load of the whole machine.
    named[name] = figures[name].unit === 'load' ? column.map((load) => round(load / cores, 2)) : column;
  }
  return { atMs, figures: named };
}

/** The rows one by one, as the windows take them. A file system of its own is not in the history. */
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

/** Where the history has a figure; undefined where it has not. */
function measureOf(name: FigureName): StoredMeasureName | undefined {
  return ELSEWHERE[name] ?? figures[name].measure ?? undefined;
}

/** What is not stored as the measure on whose chart it is seen. */
const ELSEWHERE: Readonly<Partial<Record<FigureName, StoredMeasureName>>> = {
  disk: 'fullestDiskPercent',
  load5: 'loadAverage5',
  load15: 'loadAverage15',
};
