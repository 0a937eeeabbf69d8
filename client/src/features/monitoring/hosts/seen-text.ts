import { dateFormat } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';

/**
 * Formats when a host was last seen: the time of day, with the date unless it is today. Says so if it was never seen.
 * Beside the host's state the short form is enough.
 */
export function seenText(seenMs: number | undefined, form: 'short' | 'long' = 'long'): string {
  if (seenMs === undefined) return t('ui.hosts.neverSeen');
  const seen = new Date(seenMs);
  const isToday = seen.toDateString() === new Date().toDateString();
  const time = dateFormat(isToday ? { timeStyle: 'short' } : { dateStyle: 'short', timeStyle: 'short' }).format(seen);
  if (form === 'short') return t('ui.hosts.shortSeen', { time });
  return t(isToday ? 'ui.hosts.seenAt' : 'ui.hosts.seenOn', { time });
}
