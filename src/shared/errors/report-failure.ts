import { randomUUID } from 'node:crypto';
import type { Logger } from '../logger.js';

/** Logs an unexpected failure in full and returns the id of its log line. */
export type ReportFailure = (error: unknown) => string;

/** Reports to a logger. The answer to the client contains only the id (contract 8). */
export function reportTo(logger: Logger): ReportFailure {
  return (error) => {
    const id = randomUUID();
    logger.log('error', 'Unexpected failure', { id, error });
    return id;
  };
}
