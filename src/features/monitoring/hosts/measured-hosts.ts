import type { Retention } from '../history/history-reading.js';
import type { HistoryRows, HistoryRowsRequest } from '../history/history-rows.js';
import type { Sample } from '../sampler.js';

export interface MeasuredHostState {
  /** `hosts.number`; 1 for the only host. */
  readonly number: number;
  readonly name: string;
  /** Whether an agent measures it. The history then lacks the present minute. */
  readonly hasAgent: boolean;
  readonly intervalMs: number;
  readonly retentionDays: Retention;
  /** Number of programs that its processors run at the same time; 1 if unknown. */
  readonly cores: number;
  /** Undefined if there is no sample, or none since the requested time. */
  readonly newest: Sample | undefined;
}

export interface MeasuredHosts {
  /**
   * Lists hosts in the order of their numbers. With `since`, omits newest samples that were already there at that time.
   */
  list(since?: Date): Promise<readonly MeasuredHostState[]>;
  /** The number of the default host; undefined before there is one. */
  readonly shownNumber: number | undefined;
  rows(number: number, request: HistoryRowsRequest): AsyncIterable<HistoryRows>;
}
