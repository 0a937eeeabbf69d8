import type { FractionTask } from '../../../../../../src/features/conversion/rules/exercises/task.js';
import { digitValue, inBase, places, reversed, spelt, zerosLeftOut } from './digits.js';
import type { WrongAnswer } from './wrong-answer.js';

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

/** Converts a decimal with a fractional part, and goes wrong. */
export function wrongExpansions({ value, to }: FractionTask): WrongAnswer[] {
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

/** Converts a number with a fractional part to decimal, and goes wrong. */
export function wrongFractions({ value, from }: FractionTask): WrongAnswer[] {
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
