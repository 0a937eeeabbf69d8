import { cpus, release, type } from 'node:os';
import { startDeadline } from '../bounded-source.js';
import type { SystemFacts } from './host-facts.js';

/** Facts that are not available by then are left out. Each of them starts processes, which takes time. */
const DEADLINE_MS = 5000;

/** Reads the facts with systeminformation, on systems other than Linux. */
export async function readPortableFacts(): Promise<SystemFacts> {
  // Imported lazily, since it is a large library that Linux doesn't need.
  const { default: systeminformation } = await import('systeminformation');
  const deadline = startDeadline(DEADLINE_MS);
  const within = <T>(source: Promise<T>) =>
    Promise.race([source.catch(() => undefined), deadline.passed.then(() => undefined)]);
  const [system, processor, machine] = await Promise.all([
    within(systeminformation.osInfo()),
    within(systeminformation.cpu()),
    within(systeminformation.system()),
  ]).finally(deadline.cancel);
  return {
    system: `${system?.distro ?? type()} ${system?.release ?? ''}`.trim(),
    kernel: `${type()} ${system?.kernel || release()}`,
    processor: `${processor?.manufacturer ?? ''} ${processor?.brand ?? ''}`.trim() || null,
    cores: processor?.cores ?? cpus().length,
    environment: machine ? (machine.virtual ? 'virtualMachine' : 'physical') : 'unknown',
    environmentName: machine?.virtualHost || null,
  };
}
