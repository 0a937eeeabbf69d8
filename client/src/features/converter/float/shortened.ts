/** Maximum length of a decimal that is shown in full. */
const LONG = 80;

/** Number of digits kept of a longer decimal. */
const DIGITS = 20;

/** Whether a decimal is too long to show in full. */
export function isLong(decimal: string): boolean {
  return decimal.length > LONG;
}

/** Shortens a long non-zero decimal to its first digits with a power of ten: `4.9406564584124654417…e-324`, `1e300`. */
export function shortened(decimal: string): string {
  if (!isLong(decimal)) return decimal;
  const sign = decimal.startsWith('-') ? '-' : '';
  const [whole = '', part = ''] = decimal.slice(sign.length).split('.');
  const digits = (whole + part).replace(/^0+/, '');
  const power = digits.length - part.length - 1;
  const significant = digits.replace(/0+$/, '');
  const rest = significant.slice(1, DIGITS) + (significant.length > DIGITS ? '…' : '');
  return `${sign}${significant.slice(0, 1)}${rest && '.'}${rest}e${power}`;
}
