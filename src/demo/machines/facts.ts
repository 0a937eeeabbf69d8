import type { HostFacts } from '../../features/monitoring/host/facts/host-facts.js';
import type { InventedReadings } from './readings.js';

/** Returns what an invented machine says about itself. */
export function factsOf({ machine, startedAt }: InventedReadings): HostFacts {
  return { ...machine.facts, startedAt };
}
