import { dateFormat } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';

/** Formats when a host was last seen: the time of day, with the date unless it is today; or says that it never was. */
export function seenText(seenMs: number | undefined): string {
  if (seenMs === undefined) return t('ui.hosts.neverSeen');
  const seen = new Date(seenMs);
  const isToday = seen.toDateString() === new Date().toDateString();
  const time = dateFormat(isToday ? { timeStyle: 'short' } : { dateStyle: 'short', timeStyle: 'short' }).format(seen);
  return t(isToday ? 'ui.hosts.seenAt' : 'ui.hosts.seenOn', { time });
}
