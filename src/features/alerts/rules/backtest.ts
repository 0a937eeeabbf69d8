import { evaluate } from './evaluate.js';
import type { AlertExpression } from './expression/alert-expression.js';
import { textOfQuantity } from './expression/read-comparison.js';
import type { FigureName } from './figures.js';
import { type Outage, withoutOutages } from './outages.js';
import { nextState, type RuleDurations, type RuleState } from './rule-state.js';
import { freshMs, HostWindows } from './windows/windows.js';

/**
 * A piece of the history in columns, oldest first. Each row is a sample, or the average of a minute or hour, timed at
 * its end.
 */
export interface HistorySlice {
  readonly atMs: ArrayLike<number>;
  /** Values in the units of `figures`; NaN if missing. Figures that the history does not store are left out. */
  readonly figures: Readonly<Partial<Record<FigureName, ArrayLike<number>>>>;
}

export interface BacktestRequest {
  readonly expression: AlertExpression;
  readonly durations: RuleDurations;
  readonly timeZone: string;
  /** The time between two rows. */
  readonly intervalMs: number;
  /** Start of the search for incidents. Rows may begin earlier, so that windows have values from the start. */
  readonly fromMs: number;
  readonly toMs: number;
  /**
   * Whether rules were evaluated while the host was silent, which is the case unless it is the service's own machine.
   */
  readonly evaluatesGaps: boolean;
  /** Recorded times during which no rule was evaluated. */
  readonly outages: readonly Outage[];
}

/** A time during which a rule would have fired. A null end means that it was still firing at the end of the range. */
export interface BacktestIncident {
  readonly fromMs: number;
  readonly toMs: number | null;
}

export interface Backtest {
  readonly incidents: readonly BacktestIncident[];
  /** Number of rows evaluated. */
  readonly samples: number;
  /** Quantities that had no value in any of these rows, as written: `load5`, `disk("/var")`. */
  readonly missing: readonly string[];
}

/** Number of rows processed before yielding, which takes a few milliseconds. */
const TURN_LENGTH = 4000;

/**
 * Finds out when a rule would have fired, using the same windows and states as the live evaluation. Awaits
 * `yieldToEventLoop` between pieces of work to let other work run.
 */
export async function backtest(
  request: BacktestRequest,
  slices: AsyncIterable<HistorySlice> | Iterable<HistorySlice>,
  yieldToEventLoop: () => Promise<void>,
): Promise<Backtest> {
  const run = new BacktestRun(request);
  const wait = async (work: Iterable<unknown>) => {
    for (const _ of work) await yieldToEventLoop();
  };
  for await (const slice of slices) await wait(run.add(slice));
  await wait(run.silence(request.toMs));
  return run.result();
}

class BacktestRun {
  readonly #windows: HostWindows;
  readonly #gapMs: number;
  /** The figures that the expression compares. */
  readonly #names: readonly FigureName[];
  readonly #incidents: { fromMs: number; toMs: number | null }[] = [];
  /** Comparisons that have not had a value yet, by their index among the atoms. */
  readonly #missing: Set<number>;
  #state: RuleState | undefined;
  #newestMs = Number.NaN;
  #samples = 0;
  #steps = 0;

  constructor(private readonly request: BacktestRequest) {
    const { expression, intervalMs } = request;
    this.#windows = new HostWindows(intervalMs);
    this.#windows.needs([expression]);
    this.#gapMs = freshMs(intervalMs);
    this.#names = [
      ...new Set(expression.atoms.flatMap((atom) => (atom.kind === 'comparison' ? [atom.quantity.name] : []))),
    ];
    this.#missing = new Set(expression.atoms.flatMap((atom, index) => (atom.kind === 'comparison' ? [index] : [])));
  }

  /** Processes the rows of a slice, yielding at intervals. */
  *add({ atMs: times, figures }: HistorySlice): Generator<void> {
    const columns = this.#names.flatMap((name) => (figures[name] ? [[name, figures[name]] as const] : []));
    for (let index = 0; index < times.length; index += 1) {
      const row = { atMs: times[index] ?? 0, figures: {} as Record<FigureName, number>, disks: NO_DISKS };
      for (const [name, values] of columns) row.figures[name] = values[index] ?? Number.NaN;
      if (this.#isSilence(row.atMs)) yield* this.silence(row.atMs);
      this.#windows.add(row);
      this.#newestMs = row.atMs;
      if (row.atMs >= this.request.fromMs && row.atMs < this.request.toMs) {
        this.#samples += 1;
        this.#evaluate(row.atMs);
      }
      if (this.#isTurnOver()) yield;
    }
  }

  /**
   * Evaluates the time between the newest row and the next one, at `untilMs`, if it is a gap during which rules were
   * evaluated.
   */
  *silence(untilMs: number): Generator<void> {
    if (!this.#isSilence(untilMs)) return;
    const { fromMs, toMs, intervalMs } = this.request;
    const first = this.#newestMs + intervalMs;
    const skipped = Math.max(0, Math.ceil((fromMs - first) / intervalMs));
    for (let atMs = first + skipped * intervalMs; atMs < Math.min(untilMs, toMs); atMs += intervalMs) {
      this.#evaluate(atMs);
      if (this.#isTurnOver()) yield;
    }
  }

  #isSilence(untilMs: number): boolean {
    // Before the first row the difference is NaN, so this is false.
    return this.request.evaluatesGaps && untilMs - this.#newestMs > this.#gapMs;
  }

  result(): Backtest {
    const missing = [...this.#missing].map((index) => {
      const atom = this.request.expression.atoms[index];
      return atom?.kind === 'comparison' ? textOfQuantity(atom.quantity) : '';
    });
    return { incidents: this.#incidents, samples: this.#samples, missing: [...new Set(missing)] };
  }

  #evaluate(atMs: number): void {
    const { expression, durations, timeZone, outages } = this.request;
    const read = withoutOutages(this.#windows.at(atMs), atMs, outages);
    const { result, atoms } = evaluate(expression, read, atMs, timeZone);
    for (const index of this.#missing) if (atoms[index]?.value !== null) this.#missing.delete(index);
    const { state, transition } = nextState(this.#state, result, { atMs, gapMs: this.#gapMs }, durations);
    this.#state = state;
    if (transition === 'fired') this.#incidents.push({ fromMs: atMs, toMs: null });
    const open = this.#incidents.at(-1);
    if (transition === 'released' && open) open.toMs = atMs;
  }

  #isTurnOver(): boolean {
    this.#steps += 1;
    return this.#steps % TURN_LENGTH === 0;
  }
}

const NO_DISKS: ReadonlyMap<string, number> = new Map();
