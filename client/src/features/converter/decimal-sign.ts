import { formatDecimal } from '../../lib/i18n/format';

/** Numbers as the reader's locale writes them: its decimal sign in place of every point. */
export function withDecimalSign(text: string): string {
  const [, sign = '.'] = formatDecimal(0.5, 1);
  return text.replaceAll('.', sign);
}
