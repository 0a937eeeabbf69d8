import type { Retention } from '../history/history-reading.js';
import type { HistoryRows, HistoryRowsRequest } from '../history/history-rows.js';
import type { Sample } from '../sampler.js';
import type { SourceKind } from './source/source-kind.js';

export interface MeasuredHostState {
  /** `hosts.number`; 1 if there is only one host. */
  readonly number: number;
  readonly name: string;
  /** If it is not a node's own machine, the history lacks the current minute. */
  readonly source: SourceKind;
  readonly intervalMs: number;
  readonly retentionDays: Retention;
  /** Number of threads its processors can run at the same time; 1 if unknown. */
  readonly cores: number;
  /** Undefined if there is no sample, or none since the requested time. */
  readonly newest: Sample | undefined;
}

export interface MeasuredHosts {
  /** Lists the hosts, ordered by number. With `since`, omits newest samples that were stored by that time. */
  list(since?: Date): Promise<readonly MeasuredHostState[]>;
  /** The number of the default host; undefined until there is one. */
  readonly shownNumber: number | undefined;
  rows(number: number, request: HistoryRowsRequest): AsyncIterable<HistoryRows>;
}
