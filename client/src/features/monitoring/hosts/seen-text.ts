import { formatSince, isToday } from '../../../lib/i18n/since';
import { t } from '../../../lib/i18n/t';

/** Formats when a host was last seen: the time of day, with the date unless it is today; or says that it never was. */
export function seenText(seenMs: number | undefined): string {
  if (seenMs === undefined) return t('ui.hosts.neverSeen');
  return t(isToday(new Date(seenMs)) ? 'ui.hosts.seenAt' : 'ui.hosts.seenOn', { time: formatSince(seenMs) });
}
