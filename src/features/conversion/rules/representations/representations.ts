/** Common integer widths, in bits. */
export const BIT_WIDTHS = [8, 16, 32, 64] as const;

export type BitWidth = (typeof BIT_WIDTHS)[number];

export function isBitWidth(number: unknown): number is BitWidth {
  return BIT_WIDTHS.some((width) => width === number);
}

export type RepresentationKind = 'UNSIGNED' | 'TWOS_COMPLEMENT' | 'SIGN_AND_MAGNITUDE';

export interface Representation {
  readonly kind: RepresentationKind;
  readonly width: BitWidth;
  /** One binary digit per bit of the width, most significant first. */
  readonly bits: string;
  /** Hexadecimal form, two digits per byte. */
  readonly hex: string;
  /** Decimal value of the bits; after an overflow, it differs from the number. */
  readonly decimal: string;
  /** Smallest and largest representable numbers, in decimal. */
  readonly minimum: string;
  readonly maximum: string;
  /** Whether the number is above or below that range, in which case its high bits are lost. */
  readonly overflow: 'ABOVE' | 'BELOW' | null;
}

/** Returns the unsigned representation, keeping only the low bits. */
export function unsigned(number: bigint, width: BitWidth): Representation {
  const pattern = BigInt.asUintN(width, number);
  return representation('UNSIGNED', { width, pattern, number, value: pattern, range: [0n, 2n ** BigInt(width) - 1n] });
}

/** Returns the two's complement, whose highest bit has a negative place value. Keeps only the low bits. */
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

/** Returns sign and magnitude: the highest bit is the sign, and the others are the low bits of the absolute value. */
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

/** Formats a pattern in binary, most significant bit first. */
export function bitsOf(pattern: bigint, width: BitWidth): string {
  return pattern.toString(2).padStart(width, '0');
}

/** Formats a pattern in hexadecimal, two digits per byte. */
export function formatHex(pattern: bigint, width: BitWidth): string {
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
    hex: formatHex(pattern, width),
    decimal: String(value),
    minimum: String(minimum),
    maximum: String(maximum),
    overflow: number > maximum ? 'ABOVE' : number < minimum ? 'BELOW' : null,
  };
}
