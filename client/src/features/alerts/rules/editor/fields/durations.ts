/** Unit names without accents; prefixes match too. */
const UNITS = [
  { seconds: 86_400, short: 'd', words: ['days', 'dias'] },
  { seconds: 3600, short: 'h', words: ['hours', 'horas', 'hrs'] },
  { seconds: 60, short: 'min', words: ['minutes', 'minutos', 'mins'] },
  { seconds: 1, short: 's', words: ['seconds', 'segundos', 'secs', 'segs'] },
] as const;

/** A number and its unit. */
const PART = /(\d+(?:[.,]\d+)?)\s*([a-z]*)\s*/g;

const MINUTE = 60;
const HOUR = 3600;

/**
 * Parses a duration in everyday notation: `10 min`, `90 s`, `1 h 30 min`, `1h30`, `1,5 h`. A bare number is minutes.
 *
 * @returns whole seconds; undefined for anything else.
 */
export function parseDuration(text: string): number | undefined {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
  const parts = [...plain.matchAll(PART)];
  if (parts.length === 0 || plain.replace(PART, '') !== '') return undefined;
  let seconds = 0;
  let isAfterHours = false;
  for (const [, number = '', word = ''] of parts) {
    const isBareMinutes: boolean = word === '' && (parts.length === 1 || isAfterHours);
    const unit: number | undefined = isBareMinutes ? MINUTE : parseSeconds(word);
    if (unit === undefined) return undefined;
    seconds += Number(number.replace(',', '.')) * unit;
    isAfterHours = unit === HOUR;
  }
  return Math.round(seconds);
}

function parseSeconds(word: string): number | undefined {
  if (word === '') return undefined;
  return UNITS.find(({ words }) => words.some((name) => name.startsWith(word)))?.seconds;
}

/** Formats whole seconds so that {@link parseDuration} reads back the same value: `1 h 30 min`, `0 s`. */
export function durationText(seconds: number): string {
  let rest = seconds;
  const parts = UNITS.flatMap(({ seconds: length, short }) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count > 0 ? [`${count} ${short}`] : [];
  });
  return parts.join(' ') || '0 s';
}
