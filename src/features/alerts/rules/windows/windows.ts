import type { ReadQuantity } from '../evaluate.js';
import type { AlertExpression } from '../expression/alert-expression.js';
import type { Quantity, WindowQuantity } from '../expression/atoms.js';
import { textOfQuantity } from '../expression/read-comparison.js';
import type { FigureName } from '../figures.js';
import type { HostFigures } from '../host-figures.js';
import { NumberQueue } from './number-queue.js';
import { WindowAggregate } from './window-aggregate.js';

/** Maximum number of distinct windows (function, figure, length) across all active rules. */
export const WINDOWS_MAX = 200;

/** Number of intervals without a sample after which the figures of a host are out of date. */
const FRESH_INTERVALS = 3;

/** Returns how long the figures of a sample count as current. For rules, any longer time is a gap. */
export function freshMs(intervalMs: number): number {
  return FRESH_INTERVALS * intervalMs;
}

/**
 * Returns the distinct windows of expressions. A rule must be refused if saving it would exceed {@link WINDOWS_MAX}.
 */
export function collectWindows(expressions: Iterable<AlertExpression>): WindowQuantity[] {
  const windows = new Map<string, WindowQuantity>();
  for (const quantity of listQuantities(expressions)) {
    if (quantity.kind === 'window') windows.set(textOfQuantity(quantity), quantity);
  }
  return [...windows.values()];
}

function listQuantities(expressions: Iterable<AlertExpression>): Quantity[] {
  return [...expressions].flatMap(({ atoms }) =>
    atoms.flatMap((atom) => (atom.kind === 'comparison' ? [atom.quantity] : [])),
  );
}

interface Column {
  readonly name: FigureName;
  readonly path: string | undefined;
  readonly values: NumberQueue;
}

/**
 * The figures of one host, as far back as rules reach. Windows and figures are shared: each one is only kept once, no
 * matter how many rules or windows use it.
 */
export class HostWindows {
  readonly #freshMs: number;
  #newest: HostFigures | undefined;
  readonly #times = new NumberQueue();
  readonly #coversMs = new NumberQueue();
  #columns = new Map<string, Column>();
  #aggregates = new Map<string, WindowAggregate>();
  /** The same aggregates by quantity object, so that a look-up doesn't need to build the text. */
  #byQuantity = new Map<Quantity, WindowAggregate>();
  /** The times and all columns, which have the same length. */
  #queues: readonly NumberQueue[] = [this.#times, this.#coversMs];
  #longestMs = 0;

  /** @param intervalMs the time between two samples of the host. */
  constructor(intervalMs: number) {
    this.#freshMs = freshMs(intervalMs);
  }

  /**
   * Sets the expressions for which windows are kept. Existing windows are kept; one of a different figure starts empty.
   * Windows beyond {@link WINDOWS_MAX} never have a value.
   */
  needs(expressions: Iterable<AlertExpression>): void {
    const all = [...expressions];
    const [columns, aggregates] = [this.#columns, this.#aggregates];
    this.#columns = new Map();
    this.#aggregates = new Map();
    const windows = collectWindows(all).slice(0, WINDOWS_MAX);
    for (const window of windows) {
      const column = this.#keepColumn(window, columns);
      const text = textOfQuantity(window);
      this.#aggregates.set(text, aggregates.get(text) ?? this.#newAggregate(window, column));
    }
    const values = [...this.#columns.values()].map((column) => column.values);
    this.#queues = [this.#times, this.#coversMs, ...values];
    this.#longestMs = Math.max(0, ...windows.map(({ windowMs }) => windowMs));
    this.#byQuantity = new Map(
      listQuantities(all).flatMap((quantity) => {
        const aggregate = this.#aggregates.get(textOfQuantity(quantity));
        return aggregate ? [[quantity, aggregate]] : [];
      }),
    );
  }

  /**
   * Adds a sample: each one as it is taken or, at the start, those of the last few hours, oldest first. If two have the
   * same time, the second is ignored. A sample older than the newest means that the clock was set back, so later
   * samples are dropped and all windows are rebuilt. Samples that merely arrive late must therefore not be added.
   *
   * @param coversMs the longest time before the sample that it can cover.
   */
  add(figures: HostFigures, coversMs = this.#freshMs): void {
    const { atMs } = figures;
    const newestMs = this.#newest?.atMs ?? Number.NEGATIVE_INFINITY;
    if (atMs === newestMs) return;
    if (atMs < newestMs) this.#forgetFrom(atMs);
    this.#newest = figures;
    const previousMs = this.#times.end > this.#times.first ? this.#times.at(this.#times.end - 1) : atMs;
    this.#times.push(atMs);
    this.#coversMs.push(Math.min(atMs - previousMs, coversMs));
    for (const { name, path, values } of this.#columns.values()) {
      values.push(figureOf(figures, name, path) ?? Number.NaN);
    }
    for (const aggregate of this.#aggregates.values()) aggregate.moveTo(atMs);
    this.#removeUntil(atMs - this.#longestMs);
  }

  /**
   * Returns a function that reads quantities at a given moment, which must not be before the newest sample or the last
   * moment requested.
   */
  at(atMs: number): ReadQuantity {
    return (quantity) => this.#read(quantity, atMs);
  }

  read(quantity: Quantity, atMs: number): number | null {
    return this.at(atMs)(quantity);
  }

  #read(quantity: Quantity, atMs: number): number | null {
    const newest = this.#newest;
    if (!newest) return null;
    const awayMs = Math.max(0, atMs - newest.atMs);
    if (quantity.name === 'away') return awayMs / 1000;
    if (awayMs > this.#freshMs) return null;
    if (quantity.kind === 'figure') return figureOf(newest, quantity.name, quantity.path);
    const aggregate = this.#byQuantity.get(quantity) ?? this.#aggregates.get(textOfQuantity(quantity));
    aggregate?.moveTo(atMs);
    return aggregate?.valueAt(atMs) ?? null;
  }

  #keepColumn({ name, path }: WindowQuantity, before: ReadonlyMap<string, Column>): Column {
    const key = `${name} ${path ?? ''}`;
    const column = this.#columns.get(key) ?? before.get(key) ?? { name, path, values: this.#unknownValues() };
    this.#columns.set(key, column);
    return column;
  }

  /** Creates a column of NaN for a figure that was not needed before. */
  #unknownValues(): NumberQueue {
    const values = new NumberQueue(this.#times.first);
    for (let index = this.#times.first; index < this.#times.end; index += 1) values.push(Number.NaN);
    return values;
  }

  #newAggregate({ function: of, windowMs }: WindowQuantity, { values }: Column): WindowAggregate {
    const columns = { atMs: this.#times, coversMs: this.#coversMs, values };
    return new WindowAggregate(of, columns, { windowMs, freshMs: this.#freshMs });
  }

  #removeUntil(oldestMs: number): void {
    let index = this.#times.first;
    while (index < this.#times.end && this.#times.at(index) <= oldestMs) index += 1;
    for (const queue of this.#queues) queue.removeBefore(index);
  }

  #forgetFrom(atMs: number): void {
    let end = this.#times.end;
    while (end > this.#times.first && this.#times.at(end - 1) >= atMs) end -= 1;
    for (const queue of this.#queues) queue.removeFrom(end);
    for (const aggregate of this.#aggregates.values()) aggregate.restart();
  }
}

/** Returns one of a sample's figures; null if it is missing. */
function figureOf({ figures, disks }: HostFigures, name: FigureName, path: string | undefined): number | null {
  const figure = path === undefined ? figures[name] : disks.get(path);
  return figure === undefined || Number.isNaN(figure) ? null : figure;
}
