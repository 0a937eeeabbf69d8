import './connection-state.css';
import { type Connection, useConnection } from '../../../lib/graphql/connection';
import { type MessageKey, t } from '../../../lib/i18n/t';
import { useSecondsUntil } from '../../../lib/page/use-seconds-until';
import type { Polling } from './sample-poller';

/** How figures arrive: pushed, polled because WebSocket is blocked (`asking`), or no longer. */
export type LiveStatus = Connection['state'] | 'asking';

/** Whether the server answered the last poll; undefined before the first result. */
export function pollAnswered({ state }: Polling): boolean | undefined {
  if (state === 'answered' || state === 'waiting') return true;
  return state === 'failing' ? false : undefined;
}

/**
 * Returns whether figures arrive: pushed, or polled where WebSocket is blocked. A server that has just come back counts
 * as connecting; only an attempt that fails although the server answers proves that something blocks it.
 */
export function liveStatusOf(connection: Connection, polling: Polling): LiveStatus {
  if (connection.state !== 'offline' || !pollAnswered(polling)) return connection.state;
  return connection.blocked ? 'asking' : 'connecting';
}

/** Whether samples arrive, by push or by polling. */
export function isArriving(connection: Connection, polling: Polling): boolean {
  return connection.state === 'live' || (connection.state === 'offline' && pollAnswered(polling) === true);
}

/**
 * Shows whether the figures are live, with a lamp lit only while they are. Screen readers announce status changes; the
 * countdown is readable but not announced.
 */
export function ConnectionState({ polling }: { polling: Polling }) {
  const connection = useConnection();
  const state = liveStatusOf(connection, polling);
  return (
    <p className="connection-state" data-testid="connection-state" data-state={state}>
      <span className="lamp" aria-hidden="true" />
      <span>
        <span role="status">{t(statusMessages[state])}</span>{' '}
        {state === 'asking' && polling.state === 'waiting' && <Countdown to={polling.until} />}
        {state === 'offline' && connection.state === 'offline' && <NextAttempt at={connection.retryAt} />}
      </span>
    </p>
  );
}

const statusMessages = {
  connecting: 'ui.monitoring.connecting',
  live: 'ui.monitoring.live',
  asking: 'ui.monitoring.asking',
  offline: 'ui.monitoring.offline',
} as const satisfies Record<string, MessageKey>;

function NextAttempt({ at }: { at: number | null }) {
  return at === null ? <span>{t('ui.monitoring.retryingNow')}</span> : <Countdown to={at} />;
}

function Countdown({ to }: { to: number }) {
  return <span>{t('ui.monitoring.retryingIn', { seconds: useSecondsUntil(to) })}</span>;
}
