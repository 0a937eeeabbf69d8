import './host-state.css';
import { type MessageKey, t } from '../../lib/i18n/t';

/** States of a host, by their names in the schema. */
export type HostStateName = 'LIVE' | 'LATE' | 'AWAY' | 'RETIRED';

/** Labels of the states, in the order in which the server counts them. */
export const hostStateWords = {
  LIVE: 'ui.hostState.live',
  LATE: 'ui.hostState.late',
  AWAY: 'ui.hostState.away',
  RETIRED: 'ui.hostState.retired',
} as const satisfies Record<HostStateName, MessageKey>;

interface HostStateProps {
  state: HostStateName;
  /** Time the host was last seen, in any format; null or undefined if never. */
  seen: string | number | null | undefined;
}

/**
 * State of a host as a shape beside a word, and a colour. A host that has only just been added is not shown as faulty.
 */
export function HostState({ state, seen }: HostStateProps) {
  const isWaiting = isWaitingHost(state, seen);
  return (
    <span className="host-state" data-state={isWaiting ? 'WAITING' : state}>
      {t(isWaiting ? 'ui.hostState.waiting' : hostStateWords[state])}
    </span>
  );
}

/**
 * Whether a host has been added but has sent nothing yet: the service reports it as away, like one that has fallen
 * silent.
 */
export function isWaitingHost(state: HostStateName, seen: HostStateProps['seen']): boolean {
  return state === 'AWAY' && seen == null;
}
