import { formatDecimal } from '../../../lib/i18n/format';

/** A number of things in the reader's locale: `200.000` or `200,000`. */
export function countOf(count: number): string {
  return formatDecimal(count, 0);
}
