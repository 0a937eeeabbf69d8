import { useConnection } from '../../lib/connection';
import { say } from '../../lib/say';
import { useSecondsUntil } from '../../lib/use-seconds-until';
import { monitoringMessages } from './monitoring.messages';

/**
 * Whether the figures are live, with a lamp that burns only while they are. Screen readers are told
 * of a change of state; the countdown beside it is for the eye, and for who goes and reads it.
 */
export function ConnectionState() {
  const connection = useConnection();
  return (
    <p className="connection-state" data-testid="connection-state" data-state={connection.state}>
      <span className="lamp" aria-hidden="true" />
      <span role="status">{say(monitoringMessages[connection.state])}</span>
      {connection.state === 'offline' && <NextAttempt at={connection.retryAt} />}
    </p>
  );
}

function NextAttempt({ at }: { at: number | null }) {
  return <span>{at === null ? say(monitoringMessages.retryingNow) : <Countdown to={at} />}</span>;
}

function Countdown({ to }: { to: number }) {
  return say(monitoringMessages.retryingIn, { seconds: useSecondsUntil(to) });
}
