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
  /** What its processors are: `x86_64`, `aarch64`. Unknown of a machine that has run an earlier version only. */
  readonly architecture?: string;
  /** When the machine was started, ISO 8601. */
  readonly startedAt: string;
}
