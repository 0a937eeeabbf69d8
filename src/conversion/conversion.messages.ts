import type { Text } from '../shared/text.js';
import type { Representation } from './rules/representations.js';
import { RADIX_MAX, RADIX_MIN } from './rules/whole-number.js';

export const conversionMessages = {
  notABit: {
    pt: 'Os dois valores devem ser 0 ou 1.',
    en: 'Both values must be 0 or 1.',
  },
  notARadix: {
    pt: `As bases vão de ${RADIX_MIN} a ${RADIX_MAX}.`,
    en: `Bases go from ${RADIX_MIN} to ${RADIX_MAX}.`,
  },
  secondValueMissing: {
    pt: 'Esta operação precisa de dois valores: só NOT usa um.',
    en: 'This operation needs two values: only NOT takes one.',
  },
  doesNotFit: (width: number): Text => ({
    pt: `O número não cabe em ${width} bits: eles vão de −2^${width - 1} a 2^${width} − 1.`,
    en: `The number does not fit into ${width} bits: they go from −2^${width - 1} to 2^${width} − 1.`,
  }),
  overflow: ({ width, minimum, maximum, decimal }: Representation): Text => ({
    pt: `Não cabe em ${width} bits, que vão de ${minimum} a ${maximum}: os bits mais altos se perdem e o que fica vale ${decimal}.`,
    en: `It does not fit into ${width} bits, which go from ${minimum} to ${maximum}: the high bits are lost, and what is left means ${decimal}.`,
  }),
};

/** The fixed text of a failure, the same in every language because clients compare it (contract 5). */
export const CALCULATION_ERROR = 'Erro ao calcular';
