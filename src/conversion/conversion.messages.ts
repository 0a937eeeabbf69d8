import type { Text } from '../shared/text.js';
import { VALUE_MAX_LENGTH } from './convert-base.js';

export const conversionMessages = {
  notConvertible: {
    pt: `Escreva um número inteiro com os algarismos da base de origem, com no máximo ${VALUE_MAX_LENGTH} caracteres.`,
    en: `Write a whole number in the digits of the source base, at most ${VALUE_MAX_LENGTH} characters long.`,
  },
  notABit: {
    pt: 'Os dois valores devem ser 0 ou 1.',
    en: 'Both values must be 0 or 1.',
  },
} satisfies Record<string, Text>;

/** The fixed text of specification §4.8, the same in every language because clients compare it. */
export const CALCULATION_ERROR = 'Erro ao calcular';
