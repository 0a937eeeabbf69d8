import { FairQueue } from '../../../shared/concurrency/fair-queue.js';

/** Two, so that a short one need not wait for a long one, and the event loop has two pieces of work at most in each round. */
const PREVIEWS_AT_ONCE = 2;

/** A preview takes half a second at most, so the last of these waits for some eight. */
const WAITING_MAX = 30;

const BUSY_RETRY_SECONDS = 5;

/** What all previews wait in, whoever asks for them: each reads up to a day, or a backtest up to two years, of the history. */
export type PreviewQueue = Pick<FairQueue, 'run'>;

/** A queue in which users take turns, so that none can hold up the others (decision 053). */
export function createPreviewQueue(): PreviewQueue {
  return new FairQueue({
    concurrency: PREVIEWS_AT_ONCE,
    waitingMax: WAITING_MAX,
    retrySeconds: BUSY_RETRY_SECONDS,
  });
}
