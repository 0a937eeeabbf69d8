import type { ReadableHistory } from '../../history/history-reading.js';
import type { HostFacts } from '../../host/facts/host-facts.js';
import type { HostProcessList } from '../../host/processes/processes.js';
import type { Sample } from '../../sampler.js';
import type { HostProblem } from '../source/host-problem.js';
import type { ScrapeTarget } from '../source/scrape-target.js';
import type { SourceKind } from '../source/source-kind.js';

/** States, in the order of their numbers in pushed rows, so a new one must be added at the end. */
export const hostStates = ['LIVE', 'LATE', 'AWAY', 'RETIRED', 'WAITING'] as const;

/**
 * A host is late after three intervals without a sample, away after two minutes, and waiting before its first sample.
 */
export type HostState = (typeof hostStates)[number];

/** A host and its current state. */
export interface HostStatus {
  /** `hosts.number`. */
  readonly number: number;
  /** The host's UUID. */
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly source: SourceKind;
  readonly state: HostState;
  /** When its newest sample arrived; undefined if there has been none. */
  readonly lastSeenAt: Date | undefined;
  /** Undefined until the host has been seen for the first time. */
  readonly facts: HostFacts | undefined;
  /** The version of Vigia, or the name and version of the exporter, that measures it. */
  readonly version: string | undefined;
  readonly intervalMs: number;
  /** Whether staff have chosen its interval. If not, it follows the service's. */
  readonly hasChosenInterval: boolean;
  readonly clockSkewMs: number | undefined;
  readonly newest: Sample | undefined;
  /** The problem with its source; undefined if all is well. */
  readonly problem?: HostProblem | undefined;
  /** Where it is read, if it is. */
  readonly scrape?: ScrapeTarget | undefined;
  /** The id of the collector that sends its figures, and the name of its resource there. */
  readonly collectorId?: string | undefined;
  readonly resourceName?: string | undefined;
  /** Names of metrics that it sends and that Vigia has no use for. */
  readonly unknownMetrics?: readonly string[] | undefined;
}

/**
 * All hosts of the service, regardless of what measures them: at most 1,000, plus the nodes' machines.
 */
export interface HostStates {
  /** Lists all hosts, ordered by number. */
  list(): Promise<readonly HostStatus[]>;
  /** Finds a host by `hosts.number`; undefined if there is none. */
  byNumber(number: number): Promise<HostStatus | undefined>;
  /** Returns a host's history; reading it fails if the host does not exist. */
  history(number: number): ReadableHistory;
  processes(number: number): HostProcessList;
}
