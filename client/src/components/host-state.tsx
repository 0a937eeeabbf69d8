import './host-state.css';
import { type MessageKey, t } from '../lib/i18n/t';

/** How a host is, by the names in the schema. */
export type HostStateName = 'LIVE' | 'LATE' | 'AWAY' | 'RETIRED';

/** The words for the states, in the order in which the server counts them. */
export const hostStateWords = {
  LIVE: 'ui.hostState.live',
  LATE: 'ui.hostState.late',
  AWAY: 'ui.hostState.away',
  RETIRED: 'ui.hostState.retired',
} as const satisfies Record<HostStateName, MessageKey>;

/** How a host is: a shape beside a word, and a colour. */
export function HostState({ state }: { state: HostStateName }) {
  return (
    <span className="host-state" data-state={state}>
      {t(hostStateWords[state])}
    </span>
  );
}
