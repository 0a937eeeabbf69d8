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

/** Strips the subscript of a base from the end of a number: `1F₁₆`. */
export function withoutSubscript(text: string, radix: number): string {
  const subscript = String(radix).replace(/\d/g, (digit) => String.fromCharCode(0x2080 + Number(digit)));
  return text.endsWith(subscript) ? text.slice(0, -subscript.length) : text;
}
