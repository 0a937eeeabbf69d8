/** Returns the number of binary digits of a non-negative number; 0 has none. */
export function bitLength(number: bigint): number {
  if (number === 0n) return 0;
  const hex = number.toString(16);
  return (hex.length - 1) * 4 + (32 - Math.clz32(Number.parseInt(hex.charAt(0), 16)));
}
