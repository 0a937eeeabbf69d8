import { type FloatFormat, limitsOf, partsOf } from './float-format.js';

/**
 * Returns the next number of a format, as defined by IEEE 754's nextUp and nextDown: the neighbours of both zeros are
 * the smallest subnormal numbers, and infinity comes after the largest finite number. Undefined beyond the infinities,
 * and for NaN.
 */
export function findNeighbour(pattern: bigint, side: 'below' | 'above', format: FloatFormat): bigint | undefined {
  const { sign, class: kind } = partsOf(pattern, format);
  const signBit = 1n << BigInt(limitsOf(format).width - 1);
  const isTowardsZero = (sign === 1) === (side === 'above');
  if (kind === 'NAN' || (kind === 'INFINITE' && !isTowardsZero)) return undefined;
  if (kind === 'ZERO') return side === 'above' ? 1n : signBit | 1n;
  // Patterns with the same sign increase with the magnitude.
  return isTowardsZero ? pattern - 1n : pattern + 1n;
}
