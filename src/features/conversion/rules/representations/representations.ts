/** The usual widths of integers, in bits. */
export const BIT_WIDTHS = [8, 16, 32, 64] as const;

/** One of {@link BIT_WIDTHS}. */
export type BitWidth = (typeof BIT_WIDTHS)[number];

/** Whether a number is one of {@link BIT_WIDTHS}. */
export function isBitWidth(number: unknown): number is BitWidth {
  return BIT_WIDTHS.some((width) => width === number);
}

/** How bits can be interpreted as a number. */
export type RepresentationKind = 'UNSIGNED' | 'TWOS_COMPLEMENT' | 'SIGN_AND_MAGNITUDE';

/** A whole number in one of the representations. */
export interface Representation {
  readonly kind: RepresentationKind;
  readonly width: BitWidth;
  /** As many as the width, the most significant first. */
  readonly bits: string;
  /** The same in hexadecimal, two digits a byte. */
  readonly hex: string;
  /** The value of the bits in decimal; after an overflow, it is not that of the number. */
  readonly decimal: string;
  /** The smallest and the largest number that fit, decimal. */
  readonly minimum: string;
  readonly maximum: string;
  /** Whether the number is above or below that range; its high bits are then lost. */
  readonly overflow: 'ABOVE' | 'BELOW' | null;
}

/** The unsigned representation, of which the low bits remain. */
export function unsigned(number: bigint, width: BitWidth): Representation {
  const pattern = BigInt.asUintN(width, number);
  return representation('UNSIGNED', { width, pattern, number, value: pattern, range: [0n, 2n ** BigInt(width) - 1n] });
}

/** Two's complement: the highest bit has a negative place value. The low bits remain. */
export function twosComplement(number: bigint, width: BitWidth): Representation {
  const half = 2n ** BigInt(width - 1);
  return representation('TWOS_COMPLEMENT', {
    width,
    pattern: BigInt.asUintN(width, number),
    number,
    value: BigInt.asIntN(width, number),
    range: [-half, half - 1n],
  });
}

/** Sign and magnitude: the highest bit is the sign, the others are the low bits of the absolute value. */
export function signAndMagnitude(number: bigint, width: BitWidth): Representation {
  const half = 2n ** BigInt(width - 1);
  const magnitude = BigInt.asUintN(width - 1, number < 0n ? -number : number);
  return representation('SIGN_AND_MAGNITUDE', {
    width,
    pattern: number < 0n ? half + magnitude : magnitude,
    number,
    value: number < 0n ? -magnitude : magnitude,
    range: [1n - half, half - 1n],
  });
}

/** The bits of a pattern, the most significant first. */
export function bitsOf(pattern: bigint, width: BitWidth): string {
  return pattern.toString(2).padStart(width, '0');
}

/** A pattern in hexadecimal, two digits a byte. */
export function hexOf(pattern: bigint, width: BitWidth): string {
  return pattern
    .toString(16)
    .toUpperCase()
    .padStart(width / 4, '0');
}

interface RepresentationParts {
  readonly width: BitWidth;
  /** The bits as an unsigned number. */
  readonly pattern: bigint;
  readonly number: bigint;
  readonly value: bigint;
  readonly range: readonly [minimum: bigint, maximum: bigint];
}

function representation(
  kind: RepresentationKind,
  { width, pattern, number, value, range }: RepresentationParts,
): Representation {
  const [minimum, maximum] = range;
  return {
    kind,
    width,
    bits: bitsOf(pattern, width),
    hex: hexOf(pattern, width),
    decimal: String(value),
    minimum: String(minimum),
    maximum: String(maximum),
    overflow: number > maximum ? 'ABOVE' : number < minimum ? 'BELOW' : null,
  };
}
