import type { DatabaseLocation } from '../../../settings/settings.js';
import type { Clock } from '../../../shared/time/clock.js';
import { vigiaVersion } from '../../../shared/vigia-version.js';
import type { HistorySize } from '../../monitoring/history/history-size.js';
import type { SamplerState } from '../../monitoring/sampler.js';
import type { LoopDelays } from './loop-delay.js';

/**
 * State of a process. Every field is written to the database as JSON, which the previous and the next version of the
 * service also read.
 */
export interface ProcessHealth {
  readonly version: string;
  readonly nodeVersion: string;
  /** Start of the process: ISO 8601, UTC. */
  readonly startedAt: string;
  readonly uptimeSeconds: number;
  readonly loopDelay: LoopDelays;
  readonly residentBytes: number;
  readonly sampler: SamplerState;
  readonly openSockets: number;
  readonly analysisActive: boolean;
  readonly mailIsOn: boolean;
}

/** State shared by all processes. */
export interface SharedHealth {
  readonly database: { readonly kind: DatabaseLocation['kind']; readonly bytes: number };
  readonly history: HistorySize;
}

interface ServiceHealthDeps {
  readonly clock: Clock;
  readonly databaseKind: DatabaseLocation['kind'];
  readonly databaseBytes: () => Promise<number>;
  readonly loopDelay: { read(): LoopDelays };
  readonly sampler: { readonly state: SamplerState };
  readonly historySizes: { read(): Promise<HistorySize> };
  readonly analyst: { readonly isActive: boolean };
  readonly mailIsOn: boolean;
}

/**
 * Reads the state of the service (contract 2, `/admin/`). Every read is cheap, since the page polls every few seconds.
 */
export class ServiceHealth {
  readonly #startedAt: Date;
  readonly #begin: Date;
  #openSockets = () => 0;

  constructor(private readonly deps: ServiceHealthDeps) {
    this.#startedAt = deps.clock.now();
    this.#begin = deps.clock.steady();
  }

  /**
   * Sets the function that counts open sockets, since the transport is built after the resolvers that require the
   * count.
   */
  countSocketsBy(count: () => number): void {
    this.#openSockets = count;
  }

  /** Reads the state of this process without querying the database. */
  readProcess(): ProcessHealth {
    const { clock, loopDelay, sampler, analyst, mailIsOn } = this.deps;
    return {
      version: vigiaVersion,
      nodeVersion: process.versions.node,
      startedAt: this.#startedAt.toISOString(),
      uptimeSeconds: Math.floor((clock.steady().getTime() - this.#begin.getTime()) / 1000),
      loopDelay: loopDelay.read(),
      residentBytes: process.memoryUsage.rss(),
      sampler: sampler.state,
      openSockets: this.#openSockets(),
      analysisActive: analyst.isActive,
      mailIsOn,
    };
  }

  async readShared(): Promise<SharedHealth> {
    const { databaseKind: kind, databaseBytes, historySizes } = this.deps;
    const [bytes, history] = await Promise.all([databaseBytes(), historySizes.read()]);
    return { database: { kind, bytes }, history };
  }
}
