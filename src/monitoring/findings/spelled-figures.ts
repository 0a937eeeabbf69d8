import type { Language } from '../../shared/text.js';

/** In milliseconds. */
const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 86_400_000;

const LOCALES: Readonly<Record<Language, string>> = { pt: 'pt-BR', en: 'en-GB' };

/** `4,2` or `4.2`. */
export function decimal(value: number, language: Language): string {
  return value.toLocaleString(LOCALES[language], { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** In the largest unit of which there are at least two: `90 minutos`, `3 hours`, `9 days`. */
export function duration(ms: number, language: Language): string {
  const [unit, length] =
    ms >= 2 * DAY
      ? (['day', DAY] as const)
      : ms >= 2 * HOUR
        ? (['hour', HOUR] as const)
        : (['minute', MINUTE] as const);
  const style = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 } as const;
  return Math.max(1, Math.round(ms / length)).toLocaleString(LOCALES[language], style);
}

/** How long something has lasted: findings look back an hour, so that more than an hour is all that is known. */
export function lasting(minutes: number, language: Language): string {
  if (minutes <= 60) return duration(minutes * MINUTE, language);
  return language === 'pt' ? 'mais de uma hora' : 'more than an hour';
}
