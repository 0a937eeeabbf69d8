import { type FloatFormat, limitsOf, partsOf } from './float-format.js';

/**
 * The next number of a format, as IEEE 754 has it for nextUp and nextDown: beside both zeros are the smallest subnormal
 * numbers, above the largest finite number is infinity. Undefined beyond the infinities, and for NaN.
 */
export function neighbourOf(pattern: bigint, side: 'below' | 'above', format: FloatFormat): bigint | undefined {
  const { sign, class: kind } = partsOf(pattern, format);
  const signBit = 1n << BigInt(limitsOf(format).width - 1);
  const isTowardsZero = (sign === 1) === (side === 'above');
  if (kind === 'NAN' || (kind === 'INFINITE' && !isTowardsZero)) return undefined;
  if (kind === 'ZERO') return side === 'above' ? 1n : signBit | 1n;
  // Patterns of one sign count up with the magnitude.
  return isTowardsZero ? pattern - 1n : pattern + 1n;
}
