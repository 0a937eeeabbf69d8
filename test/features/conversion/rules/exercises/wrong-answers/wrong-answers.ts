import type { MistakeKind } from '../../../../../../src/features/conversion/rules/exercises/mistake.js';
import type {
  BaseToBaseTask,
  BaseToDecimalTask,
  DecimalToBaseTask,
  Task,
} from '../../../../../../src/features/conversion/rules/exercises/task.js';
import { digitValue, inBase, places, reversed, spelt, zerosLeftOut } from './digits.js';
import type { WrongAnswer } from './wrong-answer.js';
import { wrongPatterns, wrongRegisters, wrongSums } from './wrong-bits.js';
import { wrongFloats } from './wrong-floats.js';
import { wrongExpansions, wrongFractions } from './wrong-fractions.js';
import { wrongMaps } from './wrong-maps.js';

/**
 * Calculates the way pupils go wrong, with nothing but the language's own arithmetic. The likelier of two mistakes that
 * lead to the same answer comes first. Returns none for kinds whose answers are columns.
 */
export function wrongAnswers(task: Task): readonly WrongAnswer[] {
  switch (task.kind) {
    case 'DECIMAL_TO_BASE':
      return wrongDigits(task);
    case 'BASE_TO_DECIMAL':
      return wrongDecimals(task);
    case 'BASE_TO_BASE':
      return bitsOfDigit(task.from) && bitsOfDigit(task.to) ? wrongGroups(task) : wrongThroughDecimal(task);
    case 'FRACTION':
      return task.from === 10 ? wrongExpansions(task) : wrongFractions(task);
    case 'TWOS_COMPLEMENT':
      return wrongPatterns(task);
    case 'ADDITION':
      return wrongSums(task);
    case 'OVERFLOW':
      return wrongRegisters(task);
    case 'MINIMISE':
      return wrongMaps(task);
    case 'FLOATING_POINT':
      return wrongFloats(task);
    default:
      return [];
  }
}

const bitsOfDigit = (radix: number) => ({ 2: 1, 4: 2, 8: 3, 16: 4 })[radix];

/** Returns the sum of digits times what their places are taken to be worth, counted from the right. */
function weighted(digits: string, weightOf: (place: number) => number): number {
  return [...digits].reduce((sum, digit, at) => sum + digitValue(digit) * weightOf(digits.length - 1 - at), 0);
}

/** Divides and goes wrong with the remainders. */
function wrongRemainders(number: number, to: number): WrongAnswer[] {
  const remainders: number[] = [];
  for (let rest = number; rest > 0; rest = Math.floor(rest / to)) remainders.push(rest % to);
  const written = (digits: readonly number[]) => digits.map((digit) => inBase(digit, to)).join('');
  const upwards = remainders.toReversed();
  return [
    ['REMAINDERS_DOWNWARDS', written(remainders)],
    ['LETTER_AS_NUMBER', upwards.join('')],
    ['STOPPED_EARLY', written(upwards.slice(1))],
    ...zerosLeftOut(written(upwards)),
    ['FIRST_REMAINDER_FORGOTTEN', written(upwards.slice(0, -1))],
    ['LAST_QUOTIENT_REPEATED', written([upwards[0] ?? 0, ...upwards])],
  ];
}

function inOtherBases(number: number, to: number): WrongAnswer[] {
  return [2, 8, 16].filter((radix) => radix !== to).map((radix) => ['WRONG_BASE', inBase(number, radix)]);
}

function wrongDigits({ value, to }: DecimalToBaseTask): WrongAnswer[] {
  const separately = (width: number) =>
    [...value].map((digit) => inBase(Number(digit), to).padStart(width, '0')).join('');
  return [
    ['NOT_CONVERTED', value],
    ...wrongRemainders(Number(value), to),
    ...inOtherBases(Number(value), to),
    ['DIGITS_SEPARATELY', separately(1)],
    ...(to === 2 ? [['DIGITS_SEPARATELY', separately(4)] as const] : []),
  ];
}

/** Goes wrong with the weights of the places. */
function wrongWeights(value: string, from: number): [MistakeKind, number][] {
  const withSecondLetters = [...value].map((digit) => (/\d/.test(digit) ? digit : inBase(digitValue(digit) + 1, 36)));
  const hasLetters = /[A-Z]/.test(value);
  return [
    ['PLACES_FROM_LEFT', weighted(reversed(value), (place) => from ** place)],
    ['PLACES_FROM_ONE', weighted(value, (place) => from ** (place + 1))],
    ['EXPONENT_AS_FACTOR', weighted(value, (place) => from * place)],
    ['EXPONENT_AS_FACTOR', weighted(value, (place) => (place === 0 ? 1 : from * place))],
    ...(hasLetters
      ? ([
          ['LETTER_AS_TWO_DIGITS', Number.parseInt(spelt(value), from)],
          ['LETTER_AS_TWO_DIGITS', Number(spelt(value))],
          ['LETTERS_OFF_BY_ONE', weighted(withSecondLetters.join(''), (place) => from ** place)],
        ] as [MistakeKind, number][])
      : []),
    ...places(value)
      .filter((at) => value[at] !== '0')
      .map((at): [MistakeKind, number] => [
        'PLACE_FORGOTTEN',
        weighted(`${value.slice(0, at)}0${value.slice(at + 1)}`, (place) => from ** place),
      ]),
    ...(value.includes('0')
      ? [['ZEROS_LEFT_OUT', Number.parseInt(value.replaceAll('0', ''), from)] as [MistakeKind, number]]
      : []),
    ...[2, 8, 10, 16]
      .filter((radix) => radix !== from)
      .map((radix): [MistakeKind, number] => ['READ_IN_OTHER_BASE', weighted(value, (place) => radix ** place)]),
  ];
}

function wrongDecimals({ value, from }: BaseToDecimalTask): WrongAnswer[] {
  return [
    ['NOT_CONVERTED', value],
    ...wrongWeights(value, from).map(([mistake, number]): WrongAnswer => [mistake, String(number)]),
  ];
}

function wrongThroughDecimal({ value, from, to }: BaseToBaseTask): WrongAnswer[] {
  const number = Number.parseInt(value, from);
  return [
    ['NOT_CONVERTED', value],
    ['STOPPED_AT_DECIMAL', String(number)],
    ...wrongRemainders(number, to),
    ...inOtherBases(number, to),
    ...wrongWeights(value, from).map(([mistake, wrong]): WrongAnswer => [mistake, inBase(wrong, to)]),
  ];
}

/** Goes wrong with the groups of bits that stand for digits. */
function wrongGroups({ value, from, to }: BaseToBaseTask): WrongAnswer[] {
  const number = Number.parseInt(value, from);
  const [split = 1, size = 1] = [bitsOfDigit(from), bitsOfDigit(to)];
  const padded = [...value].map((digit) => digitValue(digit).toString(2).padStart(split, '0'));
  const fromLeft = (bits: string) => bits.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
  const digitsOf = (groups: readonly string[]) => groups.map((group) => inBase(Number.parseInt(group, 2), to)).join('');
  const all = number.toString(2);
  const fromRight = fromLeft(all.padStart(Math.ceil(all.length / size) * size, '0'));
  const joined = (groups: readonly string[]) => inBase(Number.parseInt(groups.join(''), 2), to);
  const short = padded.map((group) => group.replace(/^0+(?=.)/, ''));
  return [
    ['NOT_CONVERTED', value],
    ['STOPPED_AT_DECIMAL', String(number)],
    ['GROUPED_FROM_LEFT', digitsOf(fromLeft(all))],
    ['GROUPED_FROM_LEFT', digitsOf(fromLeft(padded.join('')))],
    ['GROUPED_FROM_LEFT', digitsOf(fromLeft(all).map((group) => group.padEnd(size, '0')))],
    ['ZEROS_OF_GROUP_DROPPED', joined(short)],
    ...padded.map((_, at): WrongAnswer => ['ZEROS_OF_GROUP_DROPPED', joined(padded.with(at, short[at] ?? ''))]),
    ['LETTER_AS_NUMBER', spelt(inBase(number, to))],
    ...inOtherBases(number, to),
    ['PLACES_FROM_LEFT', digitsOf(fromRight.map(reversed))],
    ['GROUPS_BACKWARDS', digitsOf(fromRight.toReversed())],
    ...[4, 8, 16]
      .filter((radix) => radix !== from && from !== 2 && [...value].every((digit) => digitValue(digit) < radix))
      .map((radix): WrongAnswer => ['GROUP_SIZE_WRONG', inBase(Number.parseInt(value, radix), to)]),
  ];
}
