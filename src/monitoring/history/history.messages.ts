import type { Text } from '../../shared/text.js';

/** How many points an answer may be asked for. */
export const POINTS_MIN = 2;
export const POINTS_MAX = 750;

export const historyMessages = {
  notATimestamp: {
    pt: 'Escreva data e hora em ISO 8601 com fuso, como 2026-01-31T12:00:00Z.',
    en: 'Write date and time in ISO 8601 with a time zone, such as 2026-01-31T12:00:00Z.',
  },
  endsBeforeItBegins: {
    pt: 'O fim deve vir depois do início.',
    en: 'The end must come after the beginning.',
  },
  tooManyPoints: {
    pt: `Peça de ${POINTS_MIN} a ${POINTS_MAX} pontos.`,
    en: `Ask for ${POINTS_MIN} to ${POINTS_MAX} points.`,
  },
} satisfies Record<string, Text>;
