/** An answer without what people write for the eye: white space, and `_` between groups. A minus is always `-`. */
export function compact(answer: string): string {
  return answer.normalize('NFC').replace(/[\s_]/gu, '').replace(/^[−–]/u, '-');
}

/**
 * A whole number in decimal, written in any of the usual ways: `1024`, `1.024`, `1,024`, `1 024`, `1024,0`. Other texts
 * are returned as they are.
 */
export function plainDecimal(text: string): string {
  if (/^[-+]?\d{1,3}([.,])\d{3}(\1\d{3})*$/.test(text)) return text.replace(/[.,]/g, '');
  return /^[-+]?\d+[.,]0+$/.test(text) ? text.replace(/[.,]0+$/, '') : text;
}
