import { Busy } from '../../../shared/errors/errors.js';
import type { AddressHandlers } from './addresses.js';

const RETRY_SECONDS = 5;

/** What depends on a queue may have to wait for longer; who asks is not to. */
const ANSWER_MS = 5000;

/** `/healthz`: the process answers. */
export const liveness: AddressHandlers = {
  GET: (_request, response) => void response.json({ status: 'ok' }),
};

/** `/readyz`: the process and what it depends on answer; else 503, within 6 s (promise 39). */
export function readiness(isReady: () => Promise<boolean>): AddressHandlers {
  return {
    GET: async (_request, response) => {
      if (!(await inTime(isReady))) throw new Busy(RETRY_SECONDS);
      response.json({ status: 'ready' });
    },
  };
}

/** What `isReady` says; false when it fails or says nothing for too long. */
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
