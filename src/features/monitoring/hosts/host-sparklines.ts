import { message } from '../../../i18n/message.js';
import { yieldToEventLoop } from '../../../shared/concurrency/yield-to-event-loop.js';
import { InvalidRequest } from '../../../shared/errors/errors.js';
import type { Clock } from '../../../shared/time/clock.js';
import { floorTo, MINUTE_MS } from '../history/chunk-table.js';
import { averageMinutes, type RecentMinutes } from '../history/recent-minutes.js';
import type { Series } from '../history/summary.js';
import { NoSuchHost } from './hosts.errors.js';
import { parseHostNumber } from './named-hosts.js';
import type { HostStatus } from './status/host-states.js';

/** Maximum number of hosts in one answer: more than a screen shows at a time. */
export const SPARKLINES_MAX = 60;

/** An hour, whose last minute is the current one. */
const MINUTES = 60;

/** Hosts summarised before yielding to the event loop: a few milliseconds of work. */
const HOSTS_AT_ONCE = 10;

const MEASURES = ['cpuPercent', 'ramPercent', 'diskPercent', 'networkReceived', 'networkSent'] as const;

/** The last hour of one host: an average for each minute, null where nothing was measured. */
export type HostSparkline = { readonly number: number } & Readonly<Record<(typeof MEASURES)[number], Series>>;

export interface HostSparklines {
  /** The beginning of the first minute. */
  readonly fromMs: number;
  readonly hosts: readonly HostSparkline[];
}

interface HostSparklinesDeps {
  /** The hosts that the caller sees. */
  readonly visible: readonly Pick<HostStatus, 'number'>[];
  readonly minutes: RecentMinutes;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Reads the last hour of several hosts for the small charts of a list, with one statement however many hosts there are.
 *
 * @throws {InvalidRequest} without ids or with too many, {@link NoSuchHost} if a host does not exist or is not visible.
 */
export async function readSparklines(
  ids: readonly string[],
  { visible, minutes, clock }: HostSparklinesDeps,
): Promise<HostSparklines> {
  if (ids.length === 0 || ids.length > SPARKLINES_MAX) {
    throw new InvalidRequest(message('monitoring.hosts.watchedOutOfRange', { maximum: SPARKLINES_MAX }));
  }
  const known = new Set(visible.map(({ number }) => number));
  const numbers = [...new Set(ids)].map((id) => {
    const number = parseHostNumber(id);
    if (number === undefined || !known.has(number)) throw new NoSuchHost();
    return number;
  });
  const nowMs = clock.now().getTime();
  const fromMs = floorTo(nowMs, MINUTE_MS) - (MINUTES - 1) * MINUTE_MS;
  const chunks = await minutes.readMinutes(numbers, fromMs, nowMs + 1);
  const hosts: HostSparkline[] = [];
  for (const number of numbers) {
    if (hosts.length % HOSTS_AT_ONCE === 0) await yieldToEventLoop();
    const series = averageMinutes(chunks.get(number) ?? [], { fromMs, count: MINUTES }, MEASURES);
    const [cpuPercent, ramPercent, diskPercent, networkReceived, networkSent] = series as [
      Series,
      Series,
      Series,
      Series,
      Series,
    ];
    hosts.push({ number, cpuPercent, ramPercent, diskPercent, networkReceived, networkSent });
  }
  return { fromMs, hosts };
}
