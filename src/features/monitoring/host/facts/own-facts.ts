import { machine, uptime } from 'node:os';
import type { Clock } from '../../../../shared/time/clock.js';
import type { HostFacts, SystemFacts } from './host-facts.js';
import { readLinuxFacts } from './linux-facts.js';
import { machineName } from './machine-name.js';

interface OwnFactsDeps {
  /** The name given by `VIGIA_HOST_NAME`. */
  readonly hostName?: string | undefined;
  readonly clock: Pick<Clock, 'now'>;
  /** Replaces the system in tests. */
  readonly readSystem?: () => Promise<SystemFacts>;
}

/** The facts about this machine, read once and shared by all callers. */
export class OwnFacts {
  #facts: Promise<HostFacts> | undefined;

  constructor(private readonly deps: OwnFactsDeps) {}

  read(): Promise<HostFacts> {
    this.#facts ??= this.#read().catch((error: unknown) => {
      // Let the next caller try again.
      this.#facts = undefined;
      throw error;
    });
    return this.#facts;
  }

  async #read(): Promise<HostFacts> {
    const { clock, hostName, readSystem = readOwnSystem } = this.deps;
    const startedAt = new Date(clock.now().getTime() - uptime() * 1000);
    startedAt.setUTCMilliseconds(0);
    const system = await readSystem();
    return { name: machineName(hostName), architecture: machine(), startedAt: startedAt.toISOString(), ...system };
  }
}

async function readOwnSystem(): Promise<SystemFacts> {
  if (process.platform === 'linux') return readLinuxFacts();
  // Imported lazily, since it loads a library that Linux doesn't need.
  const { readPortableFacts } = await import('./portable-facts.js');
  return readPortableFacts();
}
