import { HIGHEST, LONGEST } from '../features/monitoring/agents/protocol/limits.js';
import type { SentProcess } from '../features/monitoring/agents/protocol/schemas.js';
import { sentText } from '../features/monitoring/agents/protocol/sent-text.js';
import type { HostFacts } from '../features/monitoring/host/facts/host-facts.js';
import type { ProcessUse } from '../features/monitoring/host/processes/process-times.js';
import type { BusiestProcesses, BusyProcess } from '../features/monitoring/host/processes/processes.js';
import { round } from '../features/monitoring/measures.js';

/** Bounds the facts to what a hub accepts. */
export function sentFacts(facts: HostFacts): HostFacts {
  const fact = (text: string) => sentText(text, LONGEST.fact);
  return {
    ...facts,
    name: fact(facts.name),
    system: fact(facts.system),
    kernel: fact(facts.kernel),
    processor: facts.processor === null ? null : fact(facts.processor),
    ...(facts.architecture !== undefined && { architecture: fact(facts.architecture) }),
    environmentName: facts.environmentName === null ? null : fact(facts.environmentName),
  };
}

export function sentProcesses({ byCpu, byRam }: BusiestProcesses): BusiestProcesses {
  return { byCpu: byCpu.map(sentProcess), byRam: byRam.map(sentProcess) };
}

function sentProcess({ id, name, cpuPercent, ramBytes }: BusyProcess): BusyProcess {
  return { id, name: sentText(name, LONGEST.processName), cpuPercent: round(cpuPercent, 1), ramBytes };
}

/** Bounds the processes of a minute to what a hub accepts. */
export function sentUse(processes: readonly ProcessUse[]): SentProcess[] {
  return processes
    .slice(0, HIGHEST.processesOfMinute)
    .map(({ name, cpuPercent, ramBytes }) => [sentText(name, LONGEST.processName), round(cpuPercent, 1), ramBytes]);
}
