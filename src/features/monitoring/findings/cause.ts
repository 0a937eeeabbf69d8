import { type Message, message } from '../../../i18n/message.js';
import { percentOf } from '../measures.js';
import type { RememberedMinute } from '../processes/process-minutes.js';
import type { Finding, FindingKind } from './find.js';

/** The resource that a process is likely to have overused, by the kind of finding. */
const RESOURCES: Partial<Readonly<Record<FindingKind, 'processor' | 'memory'>>> = {
  cpuHigh: 'processor',
  loadHigh: 'processor',
  ramHigh: 'memory',
  ramRising: 'memory',
  swapHigh: 'memory',
};

/** A process using less than this is not considered a cause. */
const PERCENT_MIN = 1;

/** Whether a process may have caused a finding. */
export function hasCause({ kind }: Finding): boolean {
  return RESOURCES[kind] !== undefined;
}

/**
 * Returns the process that used the most of a finding's resource in the last minute, with its percentage; undefined if
 * none did.
 */
export function findCause(
  { kind }: Finding,
  { processes }: RememberedMinute,
  ramTotalBytes: number | null,
): Message | undefined {
  const resource = RESOURCES[kind];
  if (resource === undefined) return undefined;
  const shares = processes.map(({ name, cpuPercent, ramBytes }) => ({
    name,
    percent: Math.round(resource === 'memory' ? percentOf(ramBytes, ramTotalBytes ?? 0) : cpuPercent),
  }));
  const [most] = shares.sort((a, b) => b.percent - a.percent);
  if (!most || most.percent < PERCENT_MIN) return undefined;
  return message('monitoring.findings.cause', { name: most.name, percent: most.percent });
}
