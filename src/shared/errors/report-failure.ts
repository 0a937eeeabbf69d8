import { randomUUID } from 'node:crypto';
import type { Logger } from '../logger.js';

/** Logs an unexpected failure in full and returns the id of its log line. */
export type ReportFailure = (error: unknown) => string;

/** Creates a function that reports failures to a logger. The client receives only the id (contract 8). */
export function reportTo(logger: Logger): ReportFailure {
  return (error) => {
    const id = randomUUID();
    logger.log('error', 'Unexpected failure', { id, error });
    return id;
  };
}
