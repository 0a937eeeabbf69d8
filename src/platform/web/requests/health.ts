import type { IncomingMessage } from 'node:http';
import { Busy } from '../../../shared/errors/errors.js';
import type { AddressHandlers } from './addresses.js';

const RETRY_SECONDS = 5;

/**
 * Time limit for the answer. Dependencies with a queue may take longer, but the caller should not have to wait for
 * them.
 */
const ANSWER_MS = 5000;

/** `/healthz`: the process responds, with a report to those who may see one. */
export function liveness(report: (request: IncomingMessage) => object | undefined): AddressHandlers {
  return {
    GET: (request, response) => {
      const told = report(request);
      response.json({ status: 'ok', ...(told && { report: told }) });
    },
  };
}

/** `/readyz`: the process and its dependencies respond; otherwise 503, within 6 s (promise 39). */
export function readiness(isReady: () => Promise<boolean>): AddressHandlers {
  return {
    GET: async (_request, response) => {
      if (!(await inTime(isReady))) throw new Busy(RETRY_SECONDS);
      response.json({ status: 'ready' });
    },
  };
}

/** Returns the result of `isReady`, or false if it fails or takes too long. */
function inTime(isReady: () => Promise<boolean>): Promise<boolean> {
  return new Promise((resolve) => {
    const overdue = setTimeout(resolve, ANSWER_MS, false);
    isReady()
      .catch(() => false)
      .then((ready) => {
        clearTimeout(overdue);
        resolve(ready);
      });
  });
}
