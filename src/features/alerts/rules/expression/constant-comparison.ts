import { unitRanges } from '../figures.js';
import type { Comparison } from './atoms.js';

/**
 * Returns the result of a comparison that always has the same result, no matter what is measured: `cpu > -1` is true,
 * `ram > 100` is false. Undefined for any other comparison.
 */
export function constantResultOf({ quantity, operator, limit, unit }: Comparison): boolean | undefined {
  const range = unitRanges[unit];
  // A rise may be negative.
  const least = quantity.kind === 'window' && quantity.function === 'rise' ? -range.most : range.least;
  const { most } = range;
  switch (operator) {
    case '>':
      return alwaysOrNever(least > limit, most <= limit);
    case '>=':
      return alwaysOrNever(least >= limit, most < limit);
    case '<':
      return alwaysOrNever(most < limit, least >= limit);
    case '<=':
      return alwaysOrNever(most <= limit, least > limit);
  }
}

function alwaysOrNever(always: boolean, never: boolean): boolean | undefined {
  return always || never ? always : undefined;
}
