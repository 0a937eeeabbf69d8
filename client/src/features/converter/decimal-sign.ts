import { formatDecimal } from '../../lib/i18n/format';

/** Replaces each point with the locale's decimal sign. */
export function withDecimalSign(text: string): string {
  const [, sign = '.'] = formatDecimal(0.5, 1);
  return text.replaceAll('.', sign);
}
