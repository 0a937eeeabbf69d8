import './host-state.css';
import { type MessageKey, t } from '../../lib/i18n/t';

/** States of a host, by their names in the schema. */
export type HostStateName = 'LIVE' | 'LATE' | 'AWAY' | 'RETIRED' | 'WAITING';

/** Labels of the states. */
export const hostStateWords = {
  LIVE: 'ui.hostState.live',
  LATE: 'ui.hostState.late',
  AWAY: 'ui.hostState.away',
  RETIRED: 'ui.hostState.retired',
  WAITING: 'ui.hostState.waiting',
} as const satisfies Record<HostStateName, MessageKey>;

/** State of a host as a shape beside a word, and a colour. */
export function HostState({ state }: { state: HostStateName }) {
  return (
    <span className="host-state" data-state={state}>
      {t(hostStateWords[state])}
    </span>
  );
}
