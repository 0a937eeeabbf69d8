import { yieldToEventLoop } from '../../../shared/concurrency/yield-to-event-loop.js';
import { Resolution } from '../../monitoring/history/resolution.js';
import type { MeasuredHostState, MeasuredHosts } from '../../monitoring/hosts/measured-hosts.js';
import type { AlertExpression } from '../rules/expression/alert-expression.js';
import { collectHostFigures } from '../rules/host-figures.js';
import { collectWindows, freshMs, HostWindows } from '../rules/windows/windows.js';
import { eachRow, listMeasures } from './history-figures.js';

interface Filling {
  readonly hosts: Pick<MeasuredHosts, 'rows'>;
  readonly host: MeasuredHostState;
  readonly expressions: readonly AlertExpression[];
  readonly now: Date;
  /** Minimum time span to read. */
  readonly atLeastMs?: number;
  /**
   * How far back the newest sample applies if the history has no earlier one; by default, the same as for any sample.
   */
  readonly newestCoversMs?: number;
}

interface Filled {
  readonly windows: HostWindows;
  /** Time of the newest sample; undefined if none was found. */
  readonly newestMs: number | undefined;
}

/**
 * Fills windows from the history, as far back as the expressions reach, so that samples taken before this process
 * started count too.
 */
export async function fillWindows({
  hosts,
  host,
  expressions,
  now,
  atLeastMs = 0,
  newestCoversMs,
}: Filling): Promise<Filled> {
  const windows = new HostWindows(host.intervalMs);
  windows.needs(expressions);
  const lengths = collectWindows(expressions).map(({ windowMs }) => windowMs);
  const sampledMs = host.newest && Date.parse(host.newest.sampledAt);
  let newestMs = sampledMs;
  const request = {
    fromMs: now.getTime() - Math.max(freshMs(host.intervalMs), atLeastMs, ...lengths),
    toMs: Math.min(now.getTime() + 1, sampledMs ?? Number.POSITIVE_INFINITY),
    resolution: Resolution.SAMPLES,
    measures: listMeasures(expressions),
  };
  for await (const rows of hosts.rows(host.number, request)) {
    for (const figures of eachRow(rows, host.cores)) windows.add(figures);
    newestMs = sampledMs ?? rows.atMs.at(-1) ?? newestMs;
    await yieldToEventLoop();
  }
  if (host.newest && sampledMs !== undefined) windows.add(collectHostFigures(host.newest, sampledMs), newestCoversMs);
  return { windows, newestMs };
}
