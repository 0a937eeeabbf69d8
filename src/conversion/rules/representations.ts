/** The widths in bits that machines have for whole numbers. */
export const BIT_WIDTHS = [8, 16, 32, 64] as const;

/** One of {@link BIT_WIDTHS}. */
export type BitWidth = (typeof BIT_WIDTHS)[number];

/** Whether a number is one of {@link BIT_WIDTHS}. */
export function isBitWidth(number: unknown): number is BitWidth {
  return BIT_WIDTHS.some((width) => width === number);
}

/** How a number of some bits can be read. */
export type RepresentationKind = 'UNSIGNED' | 'TWOS_COMPLEMENT' | 'SIGN_AND_MAGNITUDE';

/** A whole number as a machine keeps it in one way. */
export interface Representation {
  readonly kind: RepresentationKind;
  readonly width: BitWidth;
  /** As many as the width, the highest first. */
  readonly bits: string;
  /** The same in hexadecimal, two digits a byte. */
  readonly hex: string;
  /** What the bits mean, decimal: the number itself, or after an overflow another. */
  readonly decimal: string;
  /** The smallest and the largest number that fit, decimal. */
  readonly minimum: string;
  readonly maximum: string;
  /** On which side of these the number lies, when it does not fit: the bits are then what is left of it. */
  readonly overflow: 'ABOVE' | 'BELOW' | null;
}

/** A number without sign: the low bits of it are kept. */
export function unsigned(number: bigint, width: BitWidth): Representation {
  const pattern = BigInt.asUintN(width, number);
  return representation('UNSIGNED', { width, pattern, number, value: pattern, range: [0n, 2n ** BigInt(width) - 1n] });
}

/** The highest bit counts negative: the low bits are kept, so that sums and differences need no care for signs. */
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

/** The highest bit is the sign, the others are the number without it, of which the low bits are kept. */
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

/** The bits of a pattern, the highest first. */
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
  /** The bits, as a number without sign. */
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
