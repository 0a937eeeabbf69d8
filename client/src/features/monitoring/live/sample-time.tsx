import { formatTime } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';

interface SampleTimeProps {
  /** Sampling time in ISO 8601. */
  sampledAt: string;
  /** Whether no newer samples are arriving. */
  stale: boolean;
}

/** Shows when the sample was taken, in the reader's time zone. */
export function SampleTime({ sampledAt, stale }: SampleTimeProps) {
  const time = formatTime(new Date(sampledAt));
  return (
    <time className="sample-time" dateTime={sampledAt} data-testid="sampled-at">
      {t(stale ? 'ui.monitoring.lastReading' : 'ui.monitoring.sampledAt', { time })}
    </time>
  );
}
