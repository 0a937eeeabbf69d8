import type { ReadableHistory } from '../../history/history-reading.js';
import type { HostFacts } from '../../host/facts/host-facts.js';
import type { HostProcessList } from '../../host/processes/processes.js';
import type { Sample } from '../../sampler.js';

/** Late after three intervals without a sample, away after two minutes; away as well before the first. */
export type HostState = 'LIVE' | 'LATE' | 'AWAY' | 'RETIRED';

/** A host and how it is. */
export interface HostStatus {
  /** `hosts.number`. */
  readonly number: number;
  /** A UUID. */
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly hasAgent: boolean;
  readonly state: HostState;
  /** When its newest sample arrived; undefined when there has been none. */
  readonly lastSeenAt: Date | undefined;
  /** Undefined until it was seen for the first time. */
  readonly facts: HostFacts | undefined;
  /** The version of Vigia that measures it. */
  readonly version: string | undefined;
  readonly intervalMs: number;
  readonly clockSkewMs: number | undefined;
  readonly newest: Sample | undefined;
}

/** All hosts of the service, whatever node or agent measures them: at most 1,000 agents and the nodes' machines. */
export interface HostStates {
  /** In the order of their numbers. */
  list(): Promise<readonly HostStatus[]>;
  /** By `hosts.number`. Undefined when there is no such host. */
  byNumber(number: number): Promise<HostStatus | undefined>;
  /** Reading it fails when there is no such host. */
  history(number: number): ReadableHistory;
  processes(number: number): HostProcessList;
}
