import type { ReadableHistory } from '../../history/history-reading.js';
import type { HostFacts } from '../../host/facts/host-facts.js';
import type { HostProcessList } from '../../host/processes/processes.js';
import type { Sample } from '../../sampler.js';

/** In the order of their numbers in pushed rows, so a new one goes last. */
export const hostStates = ['LIVE', 'LATE', 'AWAY', 'RETIRED', 'WAITING'] as const;

/** Late after three intervals without a sample, away after two minutes, waiting before the first sample. */
export type HostState = (typeof hostStates)[number];

/** A host and its current state. */
export interface HostStatus {
  /** `hosts.number`. */
  readonly number: number;
  /** A UUID. */
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly hasAgent: boolean;
  readonly state: HostState;
  /** Arrival of its newest sample; undefined if there has been none. */
  readonly lastSeenAt: Date | undefined;
  /** Undefined until it was first seen. */
  readonly facts: HostFacts | undefined;
  /** The version of Vigia that measures it. */
  readonly version: string | undefined;
  readonly intervalMs: number;
  /** Whether staff have chosen its interval, which otherwise follows the service's. */
  readonly hasChosenInterval: boolean;
  readonly clockSkewMs: number | undefined;
  readonly newest: Sample | undefined;
}

/** All hosts of the service, whichever node or agent measures them: at most 1,000 agents plus the nodes' machines. */
export interface HostStates {
  /** Ordered by number. */
  list(): Promise<readonly HostStatus[]>;
  /** By `hosts.number`. Undefined if there is no such host. */
  byNumber(number: number): Promise<HostStatus | undefined>;
  /** Reading it fails if there is no such host. */
  history(number: number): ReadableHistory;
  processes(number: number): HostProcessList;
}
