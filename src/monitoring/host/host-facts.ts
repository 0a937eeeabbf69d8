import { uptime } from 'node:os';
import type { Clock } from '../../shared/clock.js';
import { readLinuxFacts } from './linux-facts.js';
import { machineName } from './machine-name.js';
import { readPortableFacts } from './portable-facts.js';

/** What a service may run on, as it sees it: a container is named before the machine below it. */
export const environments = ['physical', 'virtualMachine', 'container', 'unknown'] as const;

/** What this service runs on, and what that is called: KVM, Docker … */
export interface HostEnvironment {
  readonly environment: (typeof environments)[number];
  readonly environmentName: string | null;
}

/** What the system says of itself. */
export interface SystemFacts extends HostEnvironment {
  /** The system and its version: `Debian GNU/Linux 12 (bookworm)`. */
  readonly system: string;
  readonly kernel: string;
  readonly processor: string | null;
  /** How many programs can run at once. */
  readonly cores: number;
}

/** Who a machine is: what does not change while the service runs. */
export interface HostFacts extends SystemFacts {
  readonly name: string;
  /** When the machine was started, ISO 8601. */
  readonly startedAt: string;
}

interface OwnFactsDeps {
  readonly clock: Pick<Clock, 'now'>;
  /** Replaces the system in tests. */
  readonly readSystem?: () => Promise<SystemFacts>;
}

/** Who this machine is, read once for all who ask. */
export class OwnFacts {
  #facts: Promise<HostFacts> | undefined;

  constructor(private readonly deps: OwnFactsDeps) {}

  read(): Promise<HostFacts> {
    this.#facts ??= this.#read().catch((error: unknown) => {
      // The next who asks tries again.
      this.#facts = undefined;
      throw error;
    });
    return this.#facts;
  }

  async #read(): Promise<HostFacts> {
    const { clock, readSystem = process.platform === 'linux' ? readLinuxFacts : readPortableFacts } = this.deps;
    const startedAt = new Date(clock.now().getTime() - uptime() * 1000);
    startedAt.setUTCMilliseconds(0);
    return { name: machineName(), startedAt: startedAt.toISOString(), ...(await readSystem()) };
  }
}
