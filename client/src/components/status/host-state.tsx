import './host-state.css';
import { type MessageKey, t } from '../../lib/i18n/t';

/** How a host is, by the names in the schema. */
export type HostStateName = 'LIVE' | 'LATE' | 'AWAY' | 'RETIRED';

/** The words for the states, in the order in which the server counts them. */
export const hostStateWords = {
  LIVE: 'ui.hostState.live',
  LATE: 'ui.hostState.late',
  AWAY: 'ui.hostState.away',
  RETIRED: 'ui.hostState.retired',
} as const satisfies Record<HostStateName, MessageKey>;

interface HostStateProps {
  state: HostStateName;
  /** When it was last seen, in whatever form; null or undefined when it never was. */
  seen: string | number | null | undefined;
}

/** How a host is: a shape beside a word, and a colour. Nothing is wrong with one that has only been added so far. */
export function HostState({ state, seen }: HostStateProps) {
  const isWaiting = isWaitingHost(state, seen);
  return (
    <span className="host-state" data-state={isWaiting ? 'WAITING' : state}>
      {t(isWaiting ? 'ui.hostState.waiting' : hostStateWords[state])}
    </span>
  );
}

/** Whether a host has been added and has sent nothing yet: to the service it is away like one that has fallen silent. */
export function isWaitingHost(state: HostStateName, seen: HostStateProps['seen']): boolean {
  return state === 'AWAY' && seen == null;
}
