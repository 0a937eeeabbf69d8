import type { MistakeKind } from '../../../../../src/features/conversion/rules/exercises/mistake.js';
import type {
  AdditionTask,
  BaseToBaseTask,
  BaseToDecimalTask,
  DecimalToBaseTask,
  FractionTask,
  OverflowTask,
  Task,
  TwosComplementTask,
} from '../../../../../src/features/conversion/rules/exercises/task.js';
import { wrongFloats } from './wrong-floats.js';
import { wrongMaps } from './wrong-maps.js';

/** A wrong answer, and the mistake of the calculation that led to it. */
export type WrongAnswer = readonly [mistake: MistakeKind, answer: string];

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

const reversed = (text: string) => [...text].reverse().join('');
const inBase = (number: number, radix: number) => number.toString(radix).toUpperCase();
const digitValue = (digit: string) => Number.parseInt(digit, 36);
const spelt = (digits: string) => [...digits].map(digitValue).join('');
const bitsOfDigit = (radix: number) => ({ 2: 1, 4: 2, 8: 3, 16: 4 })[radix];
const places = (text: string) => [...text].map((_, at) => at);

function without(text: string, at: number): string {
  return text.slice(0, at) + text.slice(at + 1);
}

/** Returns the sum of digits times what their places are taken to be worth, counted from the right. */
function weighted(digits: string, weightOf: (place: number) => number): number {
  return [...digits].reduce((sum, digit, at) => sum + digitValue(digit) * weightOf(digits.length - 1 - at), 0);
}

function zerosLeftOut(digits: string): WrongAnswer[] {
  const single = places(digits).flatMap((at): WrongAnswer[] =>
    digits[at] === '0' ? [['ZEROS_LEFT_OUT', without(digits, at)]] : [],
  );
  return digits.includes('0') ? [['ZEROS_LEFT_OUT', digits.replaceAll('0', '')], ...single] : [];
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

/** Multiplies a decimal's fractional part; the digits end with the last one before they repeat. */
function expansion(decimals: string, to: number): { digits: string; periodStart: number | undefined } {
  const scale = 10 ** decimals.length;
  const seen = new Map<number, number>();
  let [rest, digits] = [Number(decimals), ''];
  while (rest > 0 && !seen.has(rest)) {
    seen.set(rest, digits.length);
    digits += inBase(Math.floor((rest * to) / scale), to);
    rest = (rest * to) % scale;
  }
  return { digits, periodStart: rest > 0 ? seen.get(rest) : undefined };
}

function wrongExpansions({ value, to }: FractionTask): WrongAnswer[] {
  const [before = '', after = ''] = value.split('.');
  const whole = inBase(Number(before), to);
  const { digits, periodStart } = expansion(after, to);
  const start = periodStart ?? digits.length;
  const bracketed = (text: string, at = start) => (at < text.length ? `${text.slice(0, at)}(${text.slice(at)})` : text);
  const numbers = [...digits].map(digitValue);
  const withNumbers = `${numbers.slice(0, start).join('')}${start < digits.length ? `(${numbers.slice(start).join('')})` : ''}`;
  const finite: WrongAnswer[] = [
    ['FRACTION_BACKWARDS', `${whole}.${reversed(digits)}`],
    ['FRACTION_CUT_SHORT', `${whole}.${digits.slice(0, -1)}`],
  ];
  const endless: WrongAnswer[] = [
    ['PERIOD_MISPLACED', `${whole}.(${digits})`],
    ...(start + 1 < digits.length ? [['PERIOD_MISPLACED', `${whole}.${bracketed(digits, start + 1)}`] as const] : []),
    ['PERIOD_MISSING', `${whole}.${digits}`],
    ['PERIOD_MISSING', `${whole}.${digits}${digits.slice(start)}`],
  ];
  return [
    ['NOT_CONVERTED', value],
    ['FRACTION_AS_WHOLE', `${whole}.${inBase(Number(after), to)}`],
    ['FRACTION_NOT_CONVERTED', `${whole}.${after}`],
    ['WHOLE_NOT_CONVERTED', `${before}.${bracketed(digits)}`],
    ...(periodStart === undefined ? finite : endless),
    ['REMAINDERS_DOWNWARDS', `${reversed(whole)}.${bracketed(digits)}`],
    ['LETTER_AS_NUMBER', `${spelt(whole)}.${withNumbers}`],
    ['POINT_FORGOTTEN', whole + digits],
    ...zerosLeftOut(digits)
      .filter(() => periodStart === undefined)
      .map(([mistake, left]): WrongAnswer => [mistake, `${whole}.${left}`]),
    ...[2, 8, 16]
      .filter((radix) => radix !== to)
      .map((radix): WrongAnswer => {
        const other = expansion(after, radix);
        return [
          'WRONG_BASE',
          `${inBase(Number(before), radix)}.${bracketed(other.digits, other.periodStart ?? other.digits.length)}`,
        ];
      }),
  ];
}

/** Returns a decimal of all digits of a sum of products. All are exact as numbers of the language. */
function decimal(number: number): string {
  return number.toFixed(60).replace(/\.?0+$/, '');
}

function wrongFractions({ value, from }: FractionTask): WrongAnswer[] {
  const [, before = '', fixed = '', period = ''] = /^(\w*)\.(\w*)(?:\((\w+)\))?$/.exec(value) ?? [];
  const after = fixed + period;
  const whole = Number.parseInt(before, from);
  const sum = (digits: string, weightOf: (at: number) => number) =>
    [...digits].reduce((total, digit, at) => total + digitValue(digit) * weightOf(at), 0);
  const usual = (at: number) => from ** (-at - 1);
  const finite: WrongAnswer[] = [
    ['FRACTION_PLACES_FROM_RIGHT', decimal(whole + sum(reversed(after), usual))],
    ['PLACES_AFTER_POINT', decimal(whole + sum(after, (at) => from ** -at))],
    ...places(after)
      .filter((at) => after[at] !== '0')
      .map(
        (at): WrongAnswer => [
          'PLACE_FORGOTTEN',
          decimal(whole + sum(`${after.slice(0, at)}0${after.slice(at + 1)}`, usual)),
        ],
      ),
    ['WHOLE_NOT_CONVERTED', decimal(sum(after, usual)).replace(/^\d+/, before)],
  ];
  const endless = [1, 2, 3].map(
    (times): WrongAnswer => ['PERIOD_CUT_SHORT', decimal(whole + sum(fixed + period.repeat(times), usual))],
  );
  return [
    ['NOT_CONVERTED', value],
    ['FRACTION_NOT_CONVERTED', `${whole}.${after}`],
    ['FRACTION_AS_WHOLE', `${whole}.${Number.parseInt(after, from)}`],
    ...(period === '' ? finite : endless),
    ['POINT_FORGOTTEN', String(Number.parseInt(before + after, from))],
  ];
}

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

function wrongPatterns({ direction, bits, value }: TwosComplementTask): WrongAnswer[] {
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

function wrongSums({ value1, value2, bits }: AdditionTask): WrongAnswer[] {
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

function wrongRegisters(task: OverflowTask): WrongAnswer[] {
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
