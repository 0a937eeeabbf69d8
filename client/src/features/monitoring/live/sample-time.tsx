import { formatTime } from '../../../lib/i18n/format';
import { say } from '../../../lib/i18n/say';
import { monitoringMessages } from '../monitoring.messages';

/** When the sample was taken, in the reader's time zone; `sampledAt` is ISO 8601. */
export function SampleTime({ sampledAt }: { sampledAt: string }) {
  return (
    <time className="sample-time" dateTime={sampledAt} data-testid="sampled-at">
      {say(monitoringMessages.sampledAt, { time: formatTime(new Date(sampledAt)) })}
    </time>
  );
}
