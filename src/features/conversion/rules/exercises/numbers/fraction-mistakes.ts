import { formatWhole, parseWhole } from '../../bases/whole-number.js';
import { type ConvertedFraction, convertFraction } from '../../fractions/convert-fraction.js';
import { parseFraction } from '../../fractions/parse-fraction.js';
import { type Rational, rational, rationalText } from '../../fractions/rational.js';
import { isUnreadable } from '../../unreadable.js';
import { type UsualMistake, usual } from '../exercise-rules.js';
import { reversed, withoutLetters } from './digit-text.js';
import { mistakesWithZeros } from './division-mistakes.js';

/** Returns the mistakes of a conversion from decimal or to decimal, the likeliest first. */
export function mistakesOfFraction(converted: ConvertedFraction): UsualMistake[] {
  return converted.from === 10 ? mistakesToBase(converted) : mistakesToDecimal(converted);
}

function mistakesToBase(converted: ConvertedFraction): UsualMistake[] {
  const { normalised, to, whole, digits, terminates, result } = converted;
  const [before = '', decimals = ''] = normalised.split('.');
  const part = result.slice(whole.length + 1);
  return [
    usual('FRACTION_AS_WHOLE', `${whole}.${formatWhole(BigInt(decimals), to)}`),
    usual('FRACTION_NOT_CONVERTED', `${whole}.${decimals}`),
    usual('WHOLE_NOT_CONVERTED', `${before}.${part}`),
    ...(terminates
      ? [
          usual('FRACTION_BACKWARDS', `${whole}.${reversed(digits)}`),
          usual('FRACTION_CUT_SHORT', `${whole}.${digits.slice(0, -1)}`),
        ]
      : [usual('PERIOD_MISPLACED', `${whole}.(${digits})`), usual('PERIOD_MISSING', `${whole}.${digits}`)]),
    usual('REMAINDERS_DOWNWARDS', `${reversed(whole)}.${part}`),
    usual('LETTER_AS_NUMBER', withoutLetters(result)),
    usual('POINT_FORGOTTEN', whole + digits),
    ...(terminates ? mistakesWithZeros(digits).map(({ answer }) => usual('ZEROS_LEFT_OUT', `${whole}.${answer}`)) : []),
    ...[2, 8, 16].filter((radix) => radix !== to).map((radix) => inOtherBase(converted, radix)),
  ];
}

function inOtherBase({ normalised, from, to }: ConvertedFraction, radix: number): UsualMistake {
  const other = convertFraction(normalised, from, radix);
  return usual('WRONG_BASE', isUnreadable(other) ? '' : other.result, { base: to });
}

function mistakesToDecimal({ from, fraction }: ConvertedFraction): UsualMistake[] {
  const { whole, fixed, period, value } = fraction;
  const after = fixed + period;
  const number = (digits: string) => parseWhole(digits, from) as bigint;
  const before = number(whole);
  const decimalOf = (part: string) => rationalText(numberIn(`${whole}.${part}`, from));
  const withoutPlace = (at: number) => `${after.slice(0, at)}0${after.slice(at + 1)}`;
  const shifted = rational(
    BigInt(from) * value.numerator - before * BigInt(from - 1) * value.denominator,
    value.denominator,
  );
  return [
    usual('FRACTION_NOT_CONVERTED', `${before}.${after}`),
    usual('FRACTION_AS_WHOLE', `${before}.${number(after)}`),
    ...(period === ''
      ? [usual('FRACTION_PLACES_FROM_RIGHT', decimalOf(reversed(after)))]
      : [1, 2, 3].map((times) => usual('PERIOD_CUT_SHORT', decimalOf(fixed + period.repeat(times))))),
    usual('PLACES_AFTER_POINT', rationalText(shifted)),
    ...(period === ''
      ? [...after].flatMap((digit, at) =>
          digit === '0' ? [] : [usual('PLACE_FORGOTTEN', decimalOf(withoutPlace(at)))],
        )
      : []),
    usual('WHOLE_NOT_CONVERTED', rationalText(value).replace(/^\d+/, whole)),
    usual('POINT_FORGOTTEN', String(number(whole + after))),
  ];
}

function numberIn(text: string, radix: number): Rational {
  const parsed = parseFraction(text, radix);
  if (isUnreadable(parsed)) throw new Error(`A mistake leads to a number that cannot be read: ${text}`);
  return parsed.value;
}
