import { Busy } from '../../shared/errors.js';
import type { AddressHandlers } from './addresses.js';

const RETRY_SECONDS = 5;

/** `/healthz`: the process answers. */
export const liveness: AddressHandlers = {
  GET: (_request, response) => void response.json({ status: 'ok' }),
};

/** `/readyz`: the process and what it depends on answer; else 503. */
export function readiness(isReady: () => Promise<boolean>): AddressHandlers {
  return {
    GET: async (_request, response) => {
      if (!(await isReady().catch(() => false))) throw new Busy(RETRY_SECONDS);
      response.json({ status: 'ready' });
    },
  };
}
