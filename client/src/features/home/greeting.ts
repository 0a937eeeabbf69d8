import { t } from '../../lib/i18n/t';

/** Returns a greeting for the time of day, e.g. "Bom dia, Ana."; without the name if it is unknown. */
export function greeting(now: Date, firstName = ''): string {
  const words = t(wordsAt(now.getHours()));
  return firstName ? `${words}, ${firstName}.` : `${words}.`;
}

function wordsAt(hour: number) {
  if (hour >= 5 && hour < 12) return 'ui.home.morning';
  if (hour >= 12 && hour < 18) return 'ui.home.afternoon';
  return 'ui.home.evening';
}
