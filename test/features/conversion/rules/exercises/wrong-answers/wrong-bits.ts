import type { MistakeKind } from '../../../../../../src/features/conversion/rules/exercises/mistake.js';
import type {
  AdditionTask,
  OverflowTask,
  TwosComplementTask,
} from '../../../../../../src/features/conversion/rules/exercises/task.js';
import { places } from './digits.js';
import type { WrongAnswer } from './wrong-answer.js';

const flipped = (bits: string) => [...bits].map((bit) => (bit === '0' ? '1' : '0')).join('');
const pattern = (number: number, bits: number) => ((number + 2 ** bits) % 2 ** bits).toString(2).padStart(bits, '0');

/** Inverts bits and adds 1, and goes wrong in between. */
function wrongOpposites(bits: string): WrongAnswer[] {
  const size = bits.length;
  const inverse = flipped(bits);
  const right = pattern(Number.parseInt(inverse, 2) + 1, size);
  return [
    ['ONE_NOT_ADDED', inverse],
    ['SIGN_BIT_NOT_INVERTED', bits.slice(0, 1) + right.slice(1)],
    ['CARRY_FORGOTTEN', inverse.slice(0, -1) + flipped(inverse.slice(-1))],
    ['ONE_ADDED_FIRST', flipped(pattern(Number.parseInt(bits, 2) + 1, size))],
  ];
}

/** Finds patterns in two's complement, and numbers of patterns, and goes wrong. */
export function wrongPatterns({ direction, bits, value }: TwosComplementTask): WrongAnswer[] {
  if (direction === 'NEGATE') {
    return [
      ['NOT_CONVERTED', value],
      ['ONE_NOT_ADDED', flipped(value)],
      ['SIGN_KEPT', flipped(value.slice(0, 1)) + value.slice(1)],
      ['NOT_INVERTED', pattern(Number.parseInt(value, 2) + 1, bits)],
      ...wrongOpposites(value),
    ];
  }
  return direction === 'ENCODE' ? wrongEncodings(Number(value), bits) : wrongDecodings(value);
}

function wrongEncodings(number: number, bits: number): WrongAnswer[] {
  const short = Math.abs(number).toString(2);
  const magnitude = short.padStart(bits, '0');
  if (number >= 0) {
    return [
      ['NOT_CONVERTED', String(number)],
      ['POSITIVE_INVERTED', pattern(-number, bits)],
      ['POSITIVE_INVERTED', flipped(magnitude)],
    ];
  }
  return [
    ['NOT_CONVERTED', String(number)],
    ['ONE_NOT_ADDED', flipped(magnitude)],
    ['SIGN_KEPT', `1${magnitude.slice(1)}`],
    ['NOT_INVERTED', magnitude],
    ['SIGN_WRITTEN', `-${short}`],
    ...wrongOpposites(magnitude),
    ['PADDED_TOO_LATE', pattern(Number.parseInt(flipped(short), 2) + 1, bits)],
  ];
}

function wrongDecodings(value: string): WrongAnswer[] {
  const [unsigned, size] = [Number.parseInt(value, 2), value.length];
  if (value.startsWith('0')) return [['POSITIVE_INVERTED', String(unsigned - 2 ** size)]];
  const minus = (bits: string) => String(-Number.parseInt(bits, 2));
  const inverse = flipped(value);
  return [
    ['READ_AS_UNSIGNED', String(unsigned)],
    ['SIGN_KEPT', minus(value.slice(1))],
    ['ONE_NOT_ADDED', minus(inverse)],
    ['SIGN_MISSING', String(2 ** size - unsigned)],
    ['NOT_INVERTED', minus(value)],
    ['CARRY_FORGOTTEN', minus(inverse.slice(0, -1) + flipped(inverse.slice(-1)))],
    ['ONE_ADDED_FIRST', minus(flipped(pattern(unsigned + 1, size)))],
  ];
}

/** Adds column by column, leaving out the carries out of some columns, counted from the right. */
function addWithout(one: string, other: string, isLeftOut: (column: number) => boolean): string {
  let [carry, sum] = [0, ''];
  for (let column = 0; column < one.length; column += 1) {
    const total = Number(one.at(-1 - column)) + Number(other.at(-1 - column)) + carry;
    sum = `${total % 2}${sum}`;
    carry = total > 1 && !isLeftOut(column) ? 1 : 0;
  }
  return `${carry}${sum}`;
}

const columnSums = (one: string, other: string) => [...one].map((bit, at) => Number(bit) + Number(other[at]));

/** Adds two patterns, and goes wrong with the carries. */
export function wrongSums({ value1, value2, bits }: AdditionTask): WrongAnswer[] {
  const right = addWithout(value1, value2, () => false);
  const sums = columnSums(value1, value2);
  return [
    ['ANSWERED_IN_DECIMAL', String(Number.parseInt(right, 2))],
    ['LAST_CARRY_FORGOTTEN', addWithout(value1, value2, (column) => column === bits - 1)],
    ['CARRY_FORGOTTEN', addWithout(value1, value2, () => true)],
    ['ADDED_AS_OR', sums.map((sum) => Math.min(sum, 1)).join('')],
    ['ADDED_AS_DECIMAL', sums.join('')],
    ['CARRY_WRITTEN_DOWN', sums.map((sum) => sum.toString(2)).join('')],
    ...places(value1).map(
      (left): WrongAnswer => ['ONE_CARRY_FORGOTTEN', addWithout(value1, value2, (column) => column === left)],
    ),
  ];
}

/** Subtracts column by column, forgetting the borrows of some columns, counted from the right. */
function subtractWithout(one: string, other: string, isForgotten: (column: number) => boolean): string {
  let [borrow, difference] = [0, ''];
  for (let column = 0; column < one.length; column += 1) {
    const left = Number(one.at(-1 - column)) - Number(other.at(-1 - column)) - borrow;
    difference = `${Math.abs(left % 2)}${difference}`;
    borrow = left < 0 && !isForgotten(column) ? 1 : 0;
  }
  return difference;
}

/** Adds or subtracts in a register, and goes wrong with its bits or its flag. */
export function wrongRegisters(task: OverflowTask): WrongAnswer[] {
  const { operation, signed, bits, value1, value2 } = task;
  const second = operation === 'ADD' ? value2 : flipped(value2);
  const carried = Number.parseInt(value1, 2) + Number.parseInt(second, 2) + (operation === 'ADD' ? 0 : 1);
  const right = pattern(carried % 2 ** bits, bits);
  const value = (text: string) => Number.parseInt(text, 2) - (signed && text.startsWith('1') ? 2 ** bits : 0);
  const exact = value(value1) + (operation === 'ADD' ? 1 : -1) * value(value2);
  const isSet = value(right) !== exact;
  const name = signed ? 'V' : 'C';
  const withFlag = (text: string, flag = isSet) => `${text} ${name}=${flag ? 1 : 0}`;
  const carriesOut = carried >= 2 ** bits;
  const carry = operation === 'ADD' ? carriesOut : !carriesOut;
  // The sign of the sum, for numbers with the same sign.
  const isSignWrong = value1[0] === second[0] && right[0] !== value1[0];
  const flag = (): MistakeKind => {
    if (signed && isSet) return carry ? 'OVERFLOW_MISSED' : 'OVERFLOW_WITHOUT_CARRY';
    if (signed) return carry ? 'CARRY_IS_NOT_OVERFLOW' : 'OVERFLOW_WHERE_NONE';
    if (isSet) return 'OVERFLOW_MISSED';
    if (operation === 'SUBTRACT') return 'CARRY_OF_COMPLEMENT';
    return isSignWrong ? 'FIRST_BIT_NO_SIGN' : 'OVERFLOW_WHERE_NONE';
  };
  const kept: WrongAnswer[] = carriesOut ? [['CARRY_KEPT', `1${right}`]] : [];
  const sums = columnSums(value1, value2);
  const added = (isLeftOut: (column: number) => boolean) => addWithout(value1, value2, isLeftOut).slice(1);
  const borrowed = (isForgotten: (column: number) => boolean) => subtractWithout(value1, value2, isForgotten);
  const wrongBits: WrongAnswer[] =
    operation === 'ADD'
      ? [
          ['CARRY_FORGOTTEN', added(() => true)],
          ['ADDED_AS_OR', sums.map((sum) => Math.min(sum, 1)).join('')],
          ['ADDED_AS_DECIMAL', sums.join('')],
          ...places(value1).map((left): WrongAnswer => ['ONE_CARRY_FORGOTTEN', added((column) => column === left)]),
        ]
      : [
          ['ONE_NOT_ADDED', pattern((carried - 1) % 2 ** bits, bits)],
          ['ADDED_INSTEAD', added(() => false)],
          ['SUBTRACTED_BACKWARDS', subtractWithout(value2, value1, () => false)],
          ['BORROW_FORGOTTEN', borrowed(() => true)],
          ...places(value1).map((left): WrongAnswer => ['ONE_BORROW_FORGOTTEN', borrowed((column) => column === left)]),
        ];
  return [
    [flag(), withFlag(right, !isSet)],
    ...[...kept, ...wrongBits].map(([mistake, answer]): WrongAnswer => [mistake, withFlag(answer)]),
    ['ANSWERED_IN_DECIMAL', withFlag(String(exact))],
  ];
}
