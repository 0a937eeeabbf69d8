/** Formats a number in two's complement or, if it is not negative, in binary. Drops the bits that do not fit. */
export function patternOf(number: bigint, bits: number): string {
  return BigInt.asUintN(bits, number).toString(2).padStart(bits, '0');
}

export function inverted(pattern: string): string {
  return pattern.replace(/[01]/g, (bit) => (bit === '0' ? '1' : '0'));
}
