/**
 * Strips everything from an answer that only aids reading, i.e. white space and `_` between groups. Normalises the
 * minus sign to `-`.
 */
export function compact(answer: string): string {
  return answer.normalize('NFC').replace(/[\s_]/gu, '').replace(/^[−–]/u, '-');
}

/**
 * Normalises a decimal whole number written in any common notation: `1024`, `1.024`, `1,024`, `1 024`, `1024,0`.
 * Returns other texts unchanged.
 */
export function plainDecimal(text: string): string {
  if (/^[-+]?\d{1,3}([.,])\d{3}(\1\d{3})*$/.test(text)) return text.replace(/[.,]/g, '');
  return /^[-+]?\d+[.,]0+$/.test(text) ? text.replace(/[.,]0+$/, '') : text;
}
