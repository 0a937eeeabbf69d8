import { type Connection, useConnection } from '../../../lib/graphql/connection';
import { type MessageKey, t } from '../../../lib/i18n/t';
import { useSecondsUntil } from '../../../lib/page/use-seconds-until';
import type { Polling } from './sample-poller';

/** What can be said of the figures: pushed, asked for, or no longer coming. */
type Liveliness = Connection['state'] | 'asking';

/** Whether figures arrive: by push, or by asking where the connection is blocked. */
export function livelinessOf(connection: Connection, polling: Polling): Liveliness {
  const answered = polling.state === 'answered' || polling.state === 'waiting';
  return connection.state === 'offline' && answered ? 'asking' : connection.state;
}

/**
 * Whether the figures are live, with a lamp that burns only while they are. Screen readers are told
 * of a change of state; the countdown beside it is for the eye, and for who goes and reads it.
 */
export function ConnectionState({ polling }: { polling: Polling }) {
  const connection = useConnection();
  const state = livelinessOf(connection, polling);
  return (
    <p className="connection-state" data-testid="connection-state" data-state={state}>
      <span className="lamp" aria-hidden="true" />
      <span>
        <span role="status">{t(stateTexts[state])}</span>{' '}
        {state === 'asking' && polling.state === 'waiting' && <Countdown to={polling.until} />}
        {state === 'offline' && connection.state === 'offline' && <NextAttempt at={connection.retryAt} />}
      </span>
    </p>
  );
}

const stateTexts = {
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
