import type { StoredSample } from '../history/stored-sample.js';
import type { HostFacts } from '../host/facts/host-facts.js';
import type { BusiestProcesses } from '../host/processes/processes.js';
import type { Sample } from '../sampler.js';

/** What an agent says of itself when it connects. */
export interface AgentGreeting {
  readonly token: string;
  /** A UUID that the agent's process has made: the same over all its connections. */
  readonly instance: string;
  readonly version: string;
  readonly facts: HostFacts;
  /** The agent's clock, ms since 1970. */
  readonly nowMs: number;
  /** The network address that it has connected from. */
  readonly address: string;
}

/** Why an agent is not let in: the token is of no host, or another agent with the same token is connected. */
export type AgentRefusal = 'unknown_token' | 'in_use';

/** Why the service ends a connection: the agent has connected again elsewhere, or its token counts no more. */
export type AgentEnd = 'replaced' | 'revoked';

/** The connection of an agent, as far as the service acts on it. */
export interface AgentChannel {
  /** Asks for the processes that use most now; null when the agent does not answer in time. */
  askProcesses(): Promise<BusiestProcesses | null>;
  end(reason: AgentEnd): void;
}

/** How a connection has ended. */
export interface AgentLeaving {
  /**
   * Whether the agent has said that it ends: then another process may go on for it at once. Else its host stays its own until
   * it has not been heard of for a while.
   */
  readonly isClean: boolean;
}

/** A host whose agent is connected. */
export interface ConnectedAgent {
  /** How often it is to measure. */
  readonly intervalMs: number;
  /** Takes the newest sample, which is shown at once. `nowMs` is the agent's clock when it sent it. */
  takeSample(sample: Sample, nowMs: number): void;
  /**
   * Stores a finished minute, with the agent's times: 1 to 60 samples in their order. Resolves once it is committed, or need
   * not be sent again: it is stored already, or so old, or so far in the future, that it cannot be stored at all.
   *
   * @throws {RangeError} when it is no minute, or holds figures that cannot be stored; {Busy} or the database's error when
   *   it is to be sent again.
   */
  takeMinute(startMs: number, samples: readonly StoredSample[]): Promise<void>;
  /** To be called when the connection has ended; as a rule it was cut. */
  leave(leaving?: AgentLeaving): Promise<void>;
}

/** Lets agents in, and takes what they measure (contract 13). */
export interface AgentIntake {
  /**
   * Whether a token is that of a host, asked before the connection of a stranger is accepted.
   *
   * @throws {Busy} or the database's error when it cannot be asked.
   */
  isKnown(token: string): Promise<boolean>;
  /** @throws {RangeError} when the greeting cannot be one of an agent; {Busy} or the database's error when it cannot be asked. */
  admit(greeting: AgentGreeting, channel: AgentChannel): Promise<ConnectedAgent | AgentRefusal>;
}
