import { randomUUID } from 'node:crypto';
import type { Logger } from '../logger.js';

/** Writes an unexpected failure to the log in full and returns the id of its line. */
export type ReportFailure = (error: unknown) => string;

/** Reports to a logger. The answer to the client repeats the id and nothing else (contract 8). */
export function reportTo(logger: Logger): ReportFailure {
  return (error) => {
    const id = randomUUID();
    logger.log('error', 'Unexpected failure', { id, error });
    return id;
  };
}
