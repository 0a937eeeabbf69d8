/** Environments as seen by this service. A container takes precedence over the machine it runs on. */
export const environments = ['physical', 'virtualMachine', 'container', 'unknown'] as const;

/** The environment of this service, and its name (KVM, Docker …). */
export interface HostEnvironment {
  readonly environment: (typeof environments)[number];
  readonly environmentName: string | null;
}

export interface SystemFacts extends HostEnvironment {
  /** Name and version of the operating system: `Debian GNU/Linux 12 (bookworm)`. */
  readonly system: string;
  readonly kernel: string;
  readonly processor: string | null;
  /** Number of threads the processors can run at the same time. */
  readonly cores: number;
}

/** Properties of a machine that do not change while the service is running. */
export interface HostFacts extends SystemFacts {
  readonly name: string;
  /** The processor architecture: `x86_64`, `aarch64`. Unknown for a machine that has only run an earlier version. */
  readonly architecture?: string;
  /** Boot time, ISO 8601; null if the source does not tell it. */
  readonly startedAt: string | null;
}
