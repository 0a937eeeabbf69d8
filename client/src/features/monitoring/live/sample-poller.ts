import { retryDelay } from '../../../lib/graphql/retry-delay';
import { createStore, type Store } from '../../../lib/state/store';
import { createTabLease } from '../../../lib/state/tab-lease';
import type { Sample } from './sample-fields';

/**
 * What asking gives: a sample; `waitMs` when the server wants to be left alone that long (`Retry-After`); or null when
 * it could not be reached.
 */
export type PollResult = { readonly sample: Sample } | { readonly waitMs: number } | null;

/** How asking goes: not needed, under way, answered, told to wait until a moment of `Date.now()`, or failing. */
export type Polling =
  | { readonly state: 'idle' | 'starting' | 'failing' }
  | { readonly state: 'answered'; readonly sample: Sample }
  | { readonly state: 'waiting'; readonly until: number };

/** Asks for samples where none are pushed: one tab for all of this browser. */
export interface SamplePoller {
  readonly polling: Store<Polling>;
  /** Begins; the returned function ends it. */
  start(): () => void;
}

/** How often the server is asked (contract 4). */
const POLL_INTERVAL_MS = 5_000;
/** Longer than a round of asking, so that the tab that asks goes on doing so; short enough for another to take over. */
const LEASE_MS = 12_000;

const IDLE: Polling = { state: 'idle' };
const STARTING: Polling = { state: 'starting' };
const FAILING: Polling = { state: 'failing' };

/** Makes the poller of this tab; it does nothing until it is started. */
export function createSamplePoller(ask: () => Promise<PollResult>): SamplePoller {
  const polling = createStore<Polling>(IDLE);
  return {
    polling,
    start: () => startPolling(polling, ask),
  };
}

function startPolling(polling: Store<Polling>, ask: () => Promise<PollResult>): () => void {
  const lease = createTabLease('samples');
  const others = new BroadcastChannel('vigia.samples');
  let failures = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout>;

  const round = async () => {
    // A hidden tab only listens: browsers slow its clock down.
    const polls = !document.hidden && lease.hold(LEASE_MS);
    const pause = polls ? publish(await ask()) : POLL_INTERVAL_MS;
    if (!stopped) timer = setTimeout(round, pause);
  };
  /** Says how it went, here and to the other tabs. @returns how long to wait before asking again. */
  const publish = (asked: PollResult): number => {
    if (stopped) return 0;
    failures = asked ? 0 : failures + 1;
    const next = pollingAfter(asked);
    polling.set(next);
    others.postMessage(next);
    if (next.state === 'waiting') lease.hold(next.until - Date.now() + LEASE_MS);
    return pauseAfter(next, failures);
  };

  others.onmessage = ({ data }: MessageEvent<Polling>) => polling.set(data);
  polling.set(STARTING);
  void round();
  return () => {
    stopped = true;
    clearTimeout(timer);
    others.close();
    lease.release();
    polling.set(IDLE);
  };
}

function pollingAfter(asked: PollResult): Polling {
  if (!asked) return FAILING;
  return 'sample' in asked
    ? { state: 'answered', sample: asked.sample }
    : { state: 'waiting', until: Date.now() + asked.waitMs };
}

function pauseAfter(next: Polling, failures: number): number {
  if (next.state === 'waiting') return next.until - Date.now();
  return next.state === 'failing' ? Math.max(POLL_INTERVAL_MS, retryDelay(failures)) : POLL_INTERVAL_MS;
}
