import { readFileSync } from 'node:fs';
import type { HistorySize } from '../monitoring/history/history-size.js';
import type { SamplerState } from '../monitoring/sampler.js';
import type { DatabaseLocation } from '../settings/settings.js';
import type { Clock } from '../shared/clock.js';
import type { LoopDelays } from './loop-delay.js';

/** The state of the service. */
export interface Health {
  readonly version: string;
  readonly nodeVersion: string;
  readonly startedAt: Date;
  readonly uptimeSeconds: number;
  readonly database: { readonly kind: DatabaseLocation['kind']; readonly bytes: number };
  readonly loopDelays: LoopDelays;
  /** Memory of the process that is in use. */
  readonly residentBytes: number;
  readonly sampler: SamplerState;
  readonly history: HistorySize;
  readonly openSockets: number;
  readonly analysisActive: boolean;
  readonly mailIsOn: boolean;
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

const PACKAGE = new URL('../../package.json', import.meta.url);

/** Reads the state of the service (contract 2, `/admin/`). All of it is cheap: the page polls it every few seconds. */
export class ServiceHealth {
  readonly #version: string = JSON.parse(readFileSync(PACKAGE, 'utf8')).version;
  readonly #startedAt: Date;
  readonly #begin: Date;
  #openSockets = () => 0;

  constructor(private readonly deps: ServiceHealthDeps) {
    this.#startedAt = deps.clock.now();
    this.#begin = deps.clock.steady();
  }

  /** Sets what counts the open sockets: the transport is built after the resolvers that need the count. */
  countSocketsBy(count: () => number): void {
    this.#openSockets = count;
  }

  async read(): Promise<Health> {
    const { clock, databaseKind, databaseBytes, loopDelay, sampler, historySizes, analyst, mailIsOn } = this.deps;
    const [bytes, history] = await Promise.all([databaseBytes(), historySizes.read()]);
    return {
      version: this.#version,
      nodeVersion: process.versions.node,
      startedAt: this.#startedAt,
      uptimeSeconds: Math.floor((clock.steady().getTime() - this.#begin.getTime()) / 1000),
      database: { kind: databaseKind, bytes },
      loopDelays: loopDelay.read(),
      residentBytes: process.memoryUsage.rss(),
      sampler: sampler.state,
      history,
      openSockets: this.#openSockets(),
      analysisActive: analyst.isActive,
      mailIsOn,
    };
  }
}
