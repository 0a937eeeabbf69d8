import type { FloatingPointTask } from '../../../../../../src/features/conversion/rules/exercises/task.js';
import type { WrongAnswer } from './wrong-answer.js';

/** Encodes and decodes floats the way pupils go wrong. */
export function wrongFloats(task: FloatingPointTask): WrongAnswer[] {
  return task.direction === 'ENCODE' ? wrongBits(task) : wrongValues(task);
}

const sizes = { BINARY16: { exponentBits: 5, fractionBits: 10 }, BINARY32: { exponentBits: 8, fractionBits: 23 } };

/** Returns the exponent of a positive number, and 52 bits after the point of its 1.… */
function normalise(number: number): { exponent: number; bits: string } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, number);
  const pattern = view.getBigUint64(0).toString(2).padStart(64, '0');
  return { exponent: Number.parseInt(pattern.slice(1, 12), 2) - 1023, bits: pattern.slice(12) };
}

/** Returns the bits of a positive number without its sign, and whether they are below or above it. */
function encode(number: number, format: FloatingPointTask['format']) {
  const { exponentBits, fractionBits } = sizes[format];
  const { exponent, bits } = normalise(number);
  const cut = stored(exponent + biasOf(format), exponentBits) + bits.slice(0, fractionBits);
  const rest = bits.slice(fractionBits);
  const isUp = rest.startsWith('1') && (rest.slice(1).includes('1') || cut.endsWith('1'));
  const rounded = isUp ? 'UP' : 'DOWN';
  return { cut, nearest: isUp ? next(cut) : cut, rounding: rest.includes('1') ? rounded : 'EXACT' };
}

const biasOf = (format: FloatingPointTask['format']) => 2 ** (sizes[format].exponentBits - 1) - 1;

function stored(exponent: number, bits: number): string {
  return ((exponent + 2 ** bits) % 2 ** bits).toString(2).padStart(bits, '0');
}

function wrongBits({ format, value }: FloatingPointTask): WrongAnswer[] {
  const { exponentBits, fractionBits } = sizes[format];
  const bias = biasOf(format);
  const sign = value.startsWith('-') ? '1' : '0';
  const number = Math.abs(Number(value));
  const { exponent, bits } = normalise(number);
  const { cut, nearest, rounding } = encode(number, format);
  const [exponentPart, fraction] = [nearest.slice(0, exponentBits), nearest.slice(exponentBits)];
  const withExponent = (other: number) => sign + stored(other, exponentBits) + fraction;
  const withFraction = (other: string) => sign + exponentPart + other;
  const afterPoint = bits.slice(Math.max(0, exponent)).slice(0, fractionBits);
  const [, decimals = '0'] = value.split('.');
  const asWhole = Math.floor(number) + Number(decimals) / 2 ** Number(decimals).toString(2).length;
  return [
    ['SIGN_WRONG', (sign === '1' ? '0' : '1') + nearest],
    ['HIDDEN_BIT_KEPT', withFraction(`1${fraction.slice(0, -1)}`)],
    ['EXPONENT_OFF_BY_ONE', withExponent(exponent + bias - 1)],
    ['EXPONENT_OFF_BY_ONE', withExponent(exponent + bias + 1)],
    ['BIAS_FORGOTTEN', withExponent(exponent)],
    ['BIAS_FORGOTTEN', withExponent(Math.abs(exponent))],
    ['EXPONENT_SIGN_WRONG', withExponent(bias - exponent)],
    ...whenever(rounding === 'UP', 'ROUNDED_DOWN', sign + cut),
    ...whenever(rounding === 'DOWN', 'ROUNDED_UP', sign + next(cut)),
    ['FRACTION_RIGHT_ALIGNED', withFraction(fraction.replace(/0+$/, '').padStart(fractionBits, '0'))],
    ['FRACTION_AS_WHOLE', sign + encode(asWhole, format).nearest],
    ...whenever(exponent > 0, 'NOT_NORMALISED', withFraction(afterPoint.padEnd(fractionBits, '0'))),
    ...whenever(sign === '1', 'NEGATIVE_COMPLEMENTED', next(inverted(`0${nearest}`))),
  ];
}

function whenever(applies: boolean, ...answer: WrongAnswer): WrongAnswer[] {
  return applies ? [answer] : [];
}

function inverted(bits: string): string {
  return bits.replace(/[01]/g, (bit) => (bit === '0' ? '1' : '0'));
}

/** Adds 1 to bits. */
function next(bits: string): string {
  return (BigInt(`0b${bits}`) + 1n).toString(2).padStart(bits.length, '0').slice(-bits.length);
}

function wrongValues({ format, value }: FloatingPointTask): WrongAnswer[] {
  const { exponentBits, fractionBits } = sizes[format];
  const storedExponent = Number.parseInt(value.slice(1, 1 + exponentBits), 2);
  const bits = value.slice(1 + exponentBits);
  const fraction = Number.parseInt(bits, 2) / 2 ** fractionBits;
  const exponent = storedExponent - biasOf(format);
  const sign = value.startsWith('1') ? -1 : 1;
  const significand = sign * (1 + fraction);
  const asDecimal = (digits: string) => shifted(`1${Number.parseInt(digits, 2)}`, exponent, sign);
  return [
    ['SIGN_WRONG', written(-significand * 2 ** exponent)],
    ['HIDDEN_BIT_FORGOTTEN', written(sign * fraction * 2 ** exponent)],
    ['BIAS_FORGOTTEN', written(significand * 2 ** storedExponent)],
    ['EXPONENT_OFF_BY_ONE', written(significand * 2 ** (exponent + 1))],
    ['EXPONENT_OFF_BY_ONE', written(significand * 2 ** (exponent - 1))],
    ['EXPONENT_SIGN_WRONG', written(significand * 2 ** -exponent)],
    ['EXPONENT_IGNORED', written(significand)],
    ['PLACES_AFTER_POINT', written(sign * (1 + 2 * fraction) * 2 ** exponent)],
    ...whenever(fraction > 0, 'FRACTION_AS_WHOLE', asDecimal(bits.replace(/0+$/, '') || '0')),
    ...whenever(fraction > 0, 'FRACTION_AS_WHOLE', asDecimal(bits)),
  ];
}

/** Writes a number of the language with all of its digits. */
function written(number: number): string {
  return Math.abs(number) < 1e21 ? number.toFixed(100).replace(/\.?0+$/, '') : String(BigInt(number));
}

/** Returns digits, of which the first is in front of the point, times a power of two. */
function shifted(digits: string, exponent: number, sign: number): string {
  const units = BigInt(digits) * (exponent < 0 ? 5n ** BigInt(-exponent) : 2n ** BigInt(exponent));
  const places = digits.length - 1 + Math.max(0, -exponent);
  const text = String(units).padStart(places + 1, '0');
  return `${sign < 0 ? '-' : ''}${text.slice(0, text.length - places)}.${text.slice(text.length - places)}`;
}
