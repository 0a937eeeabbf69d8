/** Returns the number of binary digits of a nonnegative number; none for 0. */
export function bitLength(number: bigint): number {
  if (number === 0n) return 0;
  const hex = number.toString(16);
  return (hex.length - 1) * 4 + (32 - Math.clz32(Number.parseInt(hex.charAt(0), 16)));
}
