import { formatDecimal } from '../../lib/i18n/format';

/** Replaces each decimal point with the locale's decimal separator. */
export function withDecimalSign(text: string): string {
  const [, sign = '.'] = formatDecimal(0.5, 1);
  return text.replaceAll('.', sign);
}
