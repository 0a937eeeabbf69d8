import type { Retention } from '../history/history-reading.js';
import type { HistoryRows, HistoryRowsRequest } from '../history/history-rows.js';
import type { Sample } from '../sampler.js';

/** A host whose samples are stored. */
export interface MeasuredHostState {
  /** `hosts.number`; 1 for the only host. */
  readonly number: number;
  readonly name: string;
  readonly intervalMs: number;
  readonly retentionDays: Retention;
  /** How many programs its processors run at once; 1 where that is not known. */
  readonly cores: number;
  /** Its newest sample; undefined when there is none, or none since the time that was asked for. */
  readonly newest: Sample | undefined;
}

/** Every host whose samples are stored, and what is stored of them. */
export interface MeasuredHosts {
  /** In the order of their numbers. With `since`, newest samples are left out that were there at that time already. */
  list(since?: Date): Promise<readonly MeasuredHostState[]>;
  /** The number of the host that is meant when none is named; undefined before there is one. */
  readonly shownNumber: number | undefined;
  /** Rows of the history of a host, piece by piece. */
  rows(number: number, request: HistoryRowsRequest): AsyncIterable<HistoryRows>;
}
