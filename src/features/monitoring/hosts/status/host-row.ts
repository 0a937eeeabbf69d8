import { figuresOf } from '../../measures.js';
import type { HostState, HostStatus } from './host-states.js';

/** The states, each by its place. */
const STATES: readonly HostState[] = ['LIVE', 'LATE', 'AWAY', 'RETIRED'];

/** What a list shows of a host: the state and five figures. */
export type HostFiguresRow = readonly [
  state: number,
  cpuPercent: number | null,
  ramPercent: number | null,
  diskPercent: number | null,
  received: number | null,
  sent: number | null,
];

/** The same with the place of the host in the list: 40 bytes of JSON or less. */
export type HostRow = readonly [index: number, ...HostFiguresRow];

/** What a list shows of a host. Of one that sends nothing it is the state alone: its last figures are not those of now. */
export function figuresRowOf({ state, newest }: HostStatus): HostFiguresRow {
  const place = STATES.indexOf(state);
  if (!newest || state === 'AWAY' || state === 'RETIRED') return [place, null, null, null, null, null];
  const { cpuPercent, ramPercent, diskPercent, networkReceived, networkSent } = figuresOf(newest);
  return [place, cpuPercent, ramPercent, diskPercent, whole(networkReceived), whole(networkSent)];
}

/** Tenths of a byte would only be longer. */
function whole(figure: number | null): number | null {
  return figure === null ? null : Math.round(figure);
}
