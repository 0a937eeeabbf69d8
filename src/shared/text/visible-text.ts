/** Replaces invisible characters in text from any source so that it can neither control a terminal nor hide. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{115F}\u{1160}\u{3164}\u{FFA0}\u{2800}]/gu, '\ufffd');
}
