import { yieldToEventLoop } from '../../../shared/concurrency/yield-to-event-loop.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import type { Clock } from '../../../shared/time/clock.js';
import { isUnreadable } from '../../conversion/rules/unreadable.js';
import { floorTo, MINUTE_MS } from '../../monitoring/history/chunk-table.js';
import { readPeriod } from '../../monitoring/history/history-range.js';
import { oldestStoredMs } from '../../monitoring/history/history-reading.js';
import { Resolution } from '../../monitoring/history/resolution.js';
import type { MeasuredHostState, MeasuredHosts } from '../../monitoring/hosts/measured-hosts.js';
import { faultsOfDurations } from '../editing/read-alert-rule.js';
import { figuresOfRows, listMeasures } from '../evaluation/history-figures.js';
import { type Backtest, backtest, type HistorySlice } from '../rules/backtest.js';
import { parseAlertExpression } from '../rules/expression/alert-expression.js';
import type { AlertExpressionProblem } from '../rules/expression/alert-expression-problem.js';
import type { Outage } from '../rules/outages.js';
import { collectWindows } from '../rules/windows/windows.js';
import { findHost, readTimeZone } from './present-expression.js';
import type { PreviewQueue } from './preview-queue.js';

/** A rule to try on the history, as sent by a client. */
export interface BacktestDraft {
  readonly expression: string;
  readonly forSeconds: number;
  readonly releaseSeconds: number;
  readonly host: string | undefined;
  readonly from: string;
  /** End of the range; undefined means now. */
  readonly to: string | undefined;
  readonly timeZone: string | undefined;
}

export interface BacktestAnswer {
  readonly fromMs: number;
  readonly toMs: number;
  readonly resolution: Resolution;
  /** Undefined if the expression has errors. */
  readonly result: Backtest | undefined;
}

/** The longest range in days, which equals the default retention of the history. */
const DAYS_MAX = 730;
const DAY_MS = 86_400_000;

/** Maximum number of rows evaluated per resolution: a week of samples, or a quarter of minutes. */
const ROWS_MAX: Readonly<Record<Resolution, number>> = {
  [Resolution.SAMPLES]: 130_000,
  [Resolution.MINUTES]: 150_000,
  [Resolution.HOURS]: Number.POSITIVE_INFINITY,
};

const ROW_MS = { [Resolution.MINUTES]: 60_000, [Resolution.HOURS]: 3_600_000 } as const;

const HANDED_OVER_AFTER_MS = 15_000;

interface BacktestsDeps {
  readonly hosts: MeasuredHosts;
  readonly clock: Clock;
  readonly outages: () => Promise<readonly Outage[]>;
  readonly queue: PreviewQueue;
}

/** Tries rules on the history. Users take turns, and the work is split up so that everything else gets its turn too. */
export class Backtests {
  constructor(private readonly deps: BacktestsDeps) {}

  /**
   * @throws {InvalidFields} with the errors of each argument except the expression.
   * @throws {Busy} if too many previews are waiting.
   */
  run(draft: BacktestDraft, userId: number): Promise<BacktestAnswer> {
    return this.deps.queue.run([String(userId)], () => this.#run(draft));
  }

  async #run(draft: BacktestDraft): Promise<BacktestAnswer> {
    const { hosts, clock } = this.deps;
    const now = clock.now();
    const { fromMs, toMs: untilMs } = readPeriod({ from: draft.from, to: draft.to ?? now.toISOString() });
    if (untilMs - fromMs > DAYS_MAX * DAY_MS) throw new InvalidFields({ from: ['alerts.backtestTooLong'] });
    const faults = faultsOfDurations(draft);
    if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
    const timeZone = readTimeZone(draft.timeZone);
    const host = await findHost(hosts, draft.host);
    const toMs = host.source !== 'OWN' ? Math.min(untilMs, handedOverUntil(now)) : untilMs;
    const resolution = resolutionFor({ fromMs, toMs }, host, now);
    const expression = parseAlertExpression(draft.expression);
    if (isUnreadable<AlertExpressionProblem>(expression)) return { fromMs, toMs, resolution, result: undefined };
    const longestMs = Math.max(0, ...collectWindows([expression]).map(({ windowMs }) => windowMs));
    const measures = listMeasures([expression]);
    const rows = hosts.rows(host.number, { fromMs: fromMs - longestMs, toMs, resolution, measures });
    const rowMs = resolution === Resolution.SAMPLES ? 0 : ROW_MS[resolution];
    const result = await backtest(
      {
        expression,
        durations: { forSeconds: draft.forSeconds, releaseSeconds: draft.releaseSeconds },
        timeZone,
        intervalMs: rowMs || host.intervalMs,
        fromMs,
        toMs,
        // While the service is down, its only host is not measured, and nothing is evaluated.
        outages: await this.deps.outages(),
        evaluatesGaps: (await hosts.list(now)).length > 1,
      },
      slicesOf(rows, { cores: host.cores, rowMs }),
      yieldToEventLoop,
    );
    return { fromMs, toMs, resolution, result };
  }
}

/**
 * Returns the end of the last minute that agents have delivered. Data measured since then is still missing, which would
 * look like silence.
 */
function handedOverUntil(now: Date): number {
  return floorTo(now.getTime() - HANDED_OVER_AFTER_MS, MINUTE_MS);
}

async function* slicesOf(
  rows: ReturnType<MeasuredHosts['rows']>,
  { cores, rowMs }: { readonly cores: number; readonly rowMs: number },
): AsyncGenerator<HistorySlice> {
  for await (const piece of rows) {
    const { atMs, figures } = figuresOfRows(piece, cores);
    // A minute's average is only known when the minute has ended.
    yield { atMs: rowMs === 0 ? atMs : atMs.map((at) => at + rowMs), figures };
  }
}

/** Returns the finest resolution that reaches back far enough without exceeding the maximum number of rows. */
function resolutionFor(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  { intervalMs, retentionDays }: MeasuredHostState,
  now: Date,
): Resolution {
  const fits = (resolution: Resolution, rowMs: number) =>
    fromMs >= oldestStoredMs(now, retentionDays, resolution) && (toMs - fromMs) / rowMs <= ROWS_MAX[resolution];
  if (fits(Resolution.SAMPLES, intervalMs)) return Resolution.SAMPLES;
  return fits(Resolution.MINUTES, ROW_MS[Resolution.MINUTES]) ? Resolution.MINUTES : Resolution.HOURS;
}
