import { FairQueue } from '../../../shared/concurrency/fair-queue.js';

/**
 * Two at a time, so a short preview does not have to wait for a long one, and the event loop has at most two pieces of
 * work per round.
 */
const PREVIEWS_AT_ONCE = 2;

/** A preview takes at most half a second, so the last one in the queue waits for about eight seconds. */
const WAITING_MAX = 30;

const BUSY_RETRY_SECONDS = 5;

/** The queue shared by all previews. Each reads up to a day of history, or up to two years for a backtest. */
export type PreviewQueue = Pick<FairQueue, 'run'>;

/** Creates a queue in which users take turns, so that none can hold up the others (decision 053). */
export function createPreviewQueue(): PreviewQueue {
  return new FairQueue({
    concurrency: PREVIEWS_AT_ONCE,
    waitingMax: WAITING_MAX,
    retrySeconds: BUSY_RETRY_SECONDS,
  });
}
