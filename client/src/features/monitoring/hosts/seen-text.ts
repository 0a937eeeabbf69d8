import { dateFormat } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';

/**
 * When a host was last seen: the time of day, with the date unless that is today's. Of one that never was, that. Beside
 * the state of the host the short form is enough.
 */
export function seenText(seenMs: number | undefined, form: 'short' | 'long' = 'long'): string {
  if (seenMs === undefined) return t('ui.hosts.neverSeen');
  const seen = new Date(seenMs);
  const isToday = seen.toDateString() === new Date().toDateString();
  const time = dateFormat(isToday ? { timeStyle: 'short' } : { dateStyle: 'short', timeStyle: 'short' }).format(seen);
  if (form === 'short') return t('ui.hosts.shortSeen', { time });
  return t(isToday ? 'ui.hosts.seenAt' : 'ui.hosts.seenOn', { time });
}
