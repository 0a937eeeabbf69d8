import type { HostCounts } from './hosts.operations';

/** Returns the states that some hosts are in, the worst first, each with their number. */
export function countedStates({ live, late, away, waiting }: HostCounts) {
  const states = [
    { state: 'AWAY', count: away },
    { state: 'LATE', count: late },
    { state: 'WAITING', count: waiting },
    { state: 'LIVE', count: live },
  ] as const;
  return states.filter(({ count }) => count > 0);
}
