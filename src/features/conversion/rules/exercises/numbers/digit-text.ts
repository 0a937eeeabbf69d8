export function reversed(text: string): string {
  return [...text].reverse().join('');
}

/** Replaces digits that are letters with their values: `1F` becomes `115`. */
export function withoutLetters(digits: string): string {
  return digits.replace(/[A-Z]/g, (digit) => String(Number.parseInt(digit, 36)));
}

export function differsInOneDigit(one: string, other: string): boolean {
  return one.length === other.length && [...one].filter((digit, at) => digit !== other[at]).length === 1;
}
