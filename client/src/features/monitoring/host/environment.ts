import { t } from '../../../lib/i18n/t';
import type { HostFacts } from './host-identity';

/** Returns the system's environment, with its name if known: `máquina virtual KVM`. */
export function describeEnvironment({ environment, virtualisation }: HostFacts): string | undefined {
  const within = environments[environment];
  // The position of the name depends on the language; a missing name leaves its space behind, so trim it.
  return within && t(within, { name: virtualisation ?? '' }).trim();
}

/** Environments with a label; bare metal and unknown environments have none. */
const environments = {
  CONTAINER: 'ui.dashboard.container',
  VIRTUAL_MACHINE: 'ui.dashboard.virtualMachine',
  PHYSICAL: undefined,
  UNKNOWN: undefined,
} as const;
