import { retryDelay } from '../../../lib/graphql/retry-delay';
import type { Store } from '../../../lib/state/store';
import { createTabLease } from '../../../lib/state/tab-lease';
import type { Polling } from './polling';
import type { Sample } from './sample-fields';

/**
 * The outcome of a request: a sample; `waitMs` if the server refused it and asked for a pause (`Retry-After`); or null
 * if the server was unreachable.
 */
export type PollResult = { readonly sample: Sample } | { readonly waitMs: number } | null;

/** Polling interval (contract 4). */
const POLL_INTERVAL_MS = 5_000;
/** Longer than a round, so that the polling tab keeps its lease, but short enough for another tab to take over soon. */
const LEASE_MS = 12_000;

const FAILING: Polling = { state: 'failing' };

/**
 * Polls samples where they cannot be pushed, until the returned function is called. One tab polls for all of this
 * browser's tabs: those with the same `name` share their results.
 */
export function startPolling(name: string, polling: Store<Polling>, poll: () => Promise<PollResult>): () => void {
  const lease = createTabLease(name);
  const others = new BroadcastChannel(`vigia.${name}`);
  let failures = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout>;

  const round = async () => {
    // Hidden tabs leave polling to others, because browsers throttle their timers.
    const polls = !document.hidden && lease.hold(LEASE_MS);
    const pause = polls ? publish(await poll()) : POLL_INTERVAL_MS;
    if (!stopped) timer = setTimeout(round, pause);
  };
  /**
   * Publishes the result in this tab and to the others.
   *
   * @returns the delay before the next request.
   */
  const publish = (result: PollResult): number => {
    if (stopped) return 0;
    failures = result ? 0 : failures + 1;
    const next = pollingAfter(result);
    polling.set(next);
    others.postMessage(next);
    if (next.state === 'waiting') lease.hold(next.until - Date.now() + LEASE_MS);
    return pauseAfter(next, failures);
  };

  others.onmessage = ({ data }: MessageEvent<Polling>) => polling.set(data);
  void round();
  return () => {
    stopped = true;
    clearTimeout(timer);
    others.close();
    lease.release();
  };
}

function pollingAfter(result: PollResult): Polling {
  if (!result) return FAILING;
  return 'sample' in result
    ? { state: 'answered', sample: result.sample }
    : { state: 'waiting', until: Date.now() + result.waitMs };
}

function pauseAfter(next: Polling, failures: number): number {
  if (next.state === 'waiting') return next.until - Date.now();
  return next.state === 'failing' ? Math.max(POLL_INTERVAL_MS, retryDelay(failures)) : POLL_INTERVAL_MS;
}
