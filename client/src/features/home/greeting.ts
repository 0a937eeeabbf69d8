import { say } from '../../lib/i18n/say';
import { homeMessages } from './home.messages';

/** A greeting for the time of day, such as "Bom dia, Ana."; without the name if there is none. */
export function greeting(now: Date, firstName = ''): string {
  const words = say(wordsAt(now.getHours()));
  return firstName ? `${words}, ${firstName}.` : `${words}.`;
}

function wordsAt(hour: number) {
  if (hour >= 5 && hour < 12) return homeMessages.morning;
  if (hour >= 12 && hour < 18) return homeMessages.afternoon;
  return homeMessages.evening;
}
