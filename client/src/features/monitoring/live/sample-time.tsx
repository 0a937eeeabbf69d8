import { formatTime } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';

/** When the sample was taken, in the reader's time zone; `sampledAt` is ISO 8601. */
export function SampleTime({ sampledAt }: { sampledAt: string }) {
  return (
    <time className="sample-time" dateTime={sampledAt} data-testid="sampled-at">
      {t('ui.monitoring.sampledAt', { time: formatTime(new Date(sampledAt)) })}
    </time>
  );
}
