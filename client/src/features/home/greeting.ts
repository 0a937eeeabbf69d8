import { t } from '../../lib/i18n/t';

/** "Bom dia, Ana." by the hour of `now`; without the name while it is not known. */
export function greeting(now: Date, firstName = ''): string {
  const words = t(wordsAt(now.getHours()));
  return firstName ? `${words}, ${firstName}.` : `${words}.`;
}

function wordsAt(hour: number) {
  if (hour >= 5 && hour < 12) return 'ui.home.morning';
  if (hour >= 12 && hour < 18) return 'ui.home.afternoon';
  return 'ui.home.evening';
}
