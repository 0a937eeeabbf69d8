/** A number system of the specification: its radix and the prefix that its digits may carry. */
interface Base {
  readonly radix: 2 | 8 | 10 | 16;
  readonly prefix: string;
  readonly digits: RegExp;
}

const BASES = {
  bin: { radix: 2, prefix: '0b', digits: /^[01]+$/ },
  oct: { radix: 8, prefix: '0o', digits: /^[0-7]+$/ },
  dec: { radix: 10, prefix: '', digits: /^[0-9]+$/ },
  hex: { radix: 16, prefix: '0x', digits: /^[0-9a-f]+$/i },
} as const satisfies Record<string, Base>;

/** The conversions of specification §4.8, named by the bases they lead from and to. */
export const conversions = {
  BIN2DEC: { from: 'bin', to: 'dec' },
  DEC2BIN: { from: 'dec', to: 'bin' },
  HEX2DEC: { from: 'hex', to: 'dec' },
  DEC2HEX: { from: 'dec', to: 'hex' },
  OCT2DEC: { from: 'oct', to: 'dec' },
  DEC2OCT: { from: 'dec', to: 'oct' },
} as const;

/** A key of {@link conversions}. */
export type ConversionName = keyof typeof conversions;

/** The longest value that is converted, in characters, surrounding white space included (contract §5). */
export const VALUE_MAX_LENGTH = 4096;

/**
 * Converts a whole number, of any size and exactly (contract §5).
 *
 * @param value digits of the source base in any case; may have white space around it, one sign, and the base's
 * own prefix (`0b`, `0o`, `0x`).
 * @returns the digits in the target base: no prefix, hexadecimal in upper case, `-` in front of a negative number;
 * or undefined when `value` is not such a number or is longer than {@link VALUE_MAX_LENGTH}.
 */
export function convertBase(name: ConversionName, value: string): string | undefined {
  const { from, to } = conversions[name];
  const number = parseWhole(value, BASES[from]);
  return number === undefined ? undefined : formatWhole(number, BASES[to]);
}

function parseWhole(value: string, base: Base): bigint | undefined {
  if (value.length > VALUE_MAX_LENGTH) return undefined;
  const trimmed = value.trim();
  const negative = trimmed.startsWith('-');
  const unsigned = negative || trimmed.startsWith('+') ? trimmed.slice(1) : trimmed;
  const digits = withoutPrefix(unsigned, base.prefix);
  if (!base.digits.test(digits)) return undefined;
  const magnitude = BigInt((LITERAL_PREFIX[base.radix] ?? '') + digits);
  return negative ? -magnitude : magnitude;
}

/** What makes `BigInt` read digits in another radix than ten. */
const LITERAL_PREFIX: Readonly<Record<number, string>> = { 2: '0b', 8: '0o', 16: '0x' };

function withoutPrefix(digits: string, prefix: string): string {
  const prefixed = prefix !== '' && digits.slice(0, prefix.length).toLowerCase() === prefix;
  return prefixed ? digits.slice(prefix.length) : digits;
}

function formatWhole(number: bigint, base: Base): string {
  return number.toString(base.radix).toUpperCase();
}
