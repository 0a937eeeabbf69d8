import { collectFigures } from '../../measures.js';
import { type HostStatus, hostStates } from './host-states.js';

/** A host's entry in a list: its state and five values. */
export type HostFiguresRow = readonly [
  state: number,
  cpuPercent: number | null,
  ramPercent: number | null,
  diskPercent: number | null,
  received: number | null,
  sent: number | null,
];

/** A host's entry preceded by its index in the list; at most 40 bytes of JSON. */
export type HostRow = readonly [index: number, ...HostFiguresRow];

/** Returns a host's list entry. For a silent host it only has the state, since the last values are outdated. */
export function buildFiguresRow({ state, newest }: HostStatus): HostFiguresRow {
  const place = hostStates.indexOf(state);
  if (!newest || state === 'AWAY' || state === 'RETIRED') return [place, null, null, null, null, null];
  const { cpuPercent, ramPercent, diskPercent, networkReceived, networkSent } = collectFigures(newest);
  return [place, cpuPercent, ramPercent, diskPercent, whole(networkReceived), whole(networkSent)];
}

/** Rounds a value, since fractions of a byte would only add length. */
function whole(figure: number | null): number | null {
  return figure === null ? null : Math.round(figure);
}
