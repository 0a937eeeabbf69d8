import { type Message, message } from '../../../../../i18n/message.js';
import { parseWhole } from '../../bases/whole-number.js';
import type { ConvertedFraction } from '../../fractions/convert-fraction.js';
import { fractionSteps } from '../../fractions/fraction-steps.js';
import type { RuleKey } from '../../sign-text.js';
import { type NumberText, withPoint } from './number-text.js';

/** Returns the hints of a conversion from decimal or to decimal. */
export function hintsOfFraction(converted: ConvertedFraction): Message<RuleKey>[] {
  return converted.from === 10 ? hintsToBase(converted) : hintsToDecimal(converted);
}

function hintsToBase(converted: ConvertedFraction): Message<RuleKey>[] {
  const { to, whole, terminates, periodLength } = converted;
  const steps = fractionSteps(converted).steps.flatMap((step) => (step.kind === 'MULTIPLICATION' ? [step] : []));
  const [first] = steps;
  const products = steps.map(({ product }) => withPoint(product)).reduceRight(listed);
  return [
    message('rules.exercise.hint.multiply', { to }),
    message('rules.exercise.hint.wholePart', { whole }),
    message('rules.exercise.hint.firstMultiplication', {
      fraction: withPoint(first?.fraction ?? ''),
      to,
      product: withPoint(first?.product ?? ''),
    }),
    ...(terminates ? [] : [message('rules.exercise.hint.repeating', { digits: periodLength ?? 0 })]),
    message('rules.exercise.hint.multiplications', { products }),
  ];
}

function hintsToDecimal({ from, fraction: { whole, fixed, period } }: ConvertedFraction): Message<RuleKey>[] {
  const power = (places: number) => String(BigInt(from) ** BigInt(places));
  const places = [...fixed].flatMap((digit, at) =>
    digit === '0' ? [] : [`${Number.parseInt(digit, from)}/${power(at + 1)}`],
  );
  const repeating = `${parseWhole(period || '0', from)}/(${power(fixed.length)} × (${power(period.length)} − 1))`;
  const before = String(parseWhole(whole, from));
  return [
    message('rules.exercise.hint.negativePowers', { from }),
    ...(period === '' ? [] : [message('rules.exercise.hint.period', { from, length: period.length })]),
    message('rules.exercise.hint.wholePart', { whole: before }),
    message('rules.exercise.hint.products', {
      sum: [before, ...places, ...(period === '' ? [] : [repeating])].join(' + '),
    }),
  ];
}

/** Joins numbers by semicolons, because they may contain commas. */
function listed(rest: NumberText, first: NumberText): NumberText {
  return message<RuleKey>('rules.exercise.listed', { first, rest });
}
