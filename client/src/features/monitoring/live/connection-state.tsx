import './connection-state.css';
import { type Connection, useConnection } from '../../../lib/graphql/connection';
import { formatSince } from '../../../lib/i18n/since';
import { type MessageKey, t } from '../../../lib/i18n/t';
import { useSecondsUntil } from '../../../lib/page/use-seconds-until';
import type { Polling } from './polling';

/** Whether samples are arriving, pushed or polled. */
export function isArriving({ state }: Connection, polling: Polling): boolean {
  return state === 'live' || (state === 'asking' && (polling.state === 'answered' || polling.state === 'waiting'));
}

/**
 * Shows whether the readings are live, with a lamp lit only while they are. Screen readers announce status changes; the
 * countdown is readable but not announced.
 */
export function ConnectionState({ polling }: { polling?: Polling }) {
  const connection = useConnection();
  const { state } = connection;
  return (
    <p className="connection-state" data-testid="connection-state" data-state={state}>
      <span className="lamp" aria-hidden="true" />
      <span>
        <span role="status">
          {state === 'offline'
            ? t('ui.core.connection.away', { time: formatSince(connection.since) })
            : t(statusMessages[state])}
        </span>{' '}
        {state === 'asking' && polling?.state === 'waiting' && <Countdown to={polling.until} />}
        {state === 'offline' && <span className="retrying">{t('ui.monitoring.retryingNow')}</span>}
      </span>
    </p>
  );
}

const statusMessages = {
  connecting: 'ui.monitoring.connecting',
  live: 'ui.monitoring.live',
  asking: 'ui.monitoring.asking',
} as const satisfies Record<string, MessageKey>;

function Countdown({ to }: { to: number }) {
  return <span>{t('ui.monitoring.retryingIn', { seconds: useSecondsUntil(to) })}</span>;
}
