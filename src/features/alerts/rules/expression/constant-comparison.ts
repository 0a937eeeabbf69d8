import { unitRanges } from '../figures.js';
import type { Comparison } from './atoms.js';

/**
 * Returns the result that a comparison always has, whatever is measured: `cpu > -1` is true, `ram > 100` false; undefined
 * for any other.
 */
export function constantResultOf({ quantity, operator, limit, unit }: Comparison): boolean | undefined {
  const range = unitRanges[unit];
  // A rise may be a fall.
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
