import { type Message, message } from '../../../../../i18n/message.js';
import { encodeFloat, type Ratio } from '../../floating-point/encode-float.js';
import { patternText } from '../../floating-point/float-decimal.js';
import { bitsOfPattern, limitsOf } from '../../floating-point/float-format.js';
import { decodeSteps, encodeSteps } from '../../floating-point/float-steps.js';
import { parseFloatText } from '../../floating-point/parse-float-text.js';
import type { RuleKey } from '../../sign-text.js';
import { CORRECT, type ExerciseRules, type Grade, unreadable, wrong } from '../exercise-rules.js';
import type { SeededRandom } from '../seeded-random.js';
import type { ExerciseLevel, FloatingPointTask } from '../task.js';
import { compact } from './answer-text.js';
import { mistakesOfDecoding, mistakesOfEncoding } from './floating-point-mistakes.js';
import { withPoint } from './number-text.js';
import { gradePattern } from './pattern-answer.js';

/** Exercises in converting between numbers and their bits in IEEE 754. */
export const floatingPoint: ExerciseRules<FloatingPointTask> = {
  draw(random, level) {
    const direction = random.oneOf<FloatingPointTask['direction']>(['ENCODE', 'DECODE']);
    const format = level === 2 || (level === 3 && random.chance(1, 3)) ? 'BINARY32' : 'BINARY16';
    const text = level === 3 && direction === 'ENCODE' ? inexactText(random) : exactDecimal(random, level);
    const value = direction === 'ENCODE' ? text : bitsOfPattern(patternOf(text, format), format);
    return { kind: 'FLOATING_POINT', direction, format, value };
  },

  /** Alike in both directions: the answer of one is the question of the other. */
  likeness: ({ direction, format, value }) =>
    `${format} ${direction === 'ENCODE' ? bitsOfPattern(patternOf(value, format), format) : value}`,

  question({ direction, format, value }) {
    const { width, exponentBits, fractionBits } = limitsOf(format);
    const sizes = { width, exponentBits, fractionBits };
    if (direction === 'ENCODE') return message('rules.exercise.encodeFloat', { value: Number(value), ...sizes });
    return message('rules.exercise.decodeFloat', { value: grouped(value, format), ...sizes });
  },

  hints: (task) => (task.direction === 'ENCODE' ? hintsOfEncoding(task) : hintsOfDecoding(task)),

  solution: ({ direction, format, value }) =>
    direction === 'ENCODE'
      ? grouped(bitsOfPattern(patternOf(value, format), format), format)
      : patternText(BigInt(`0b${value}`), format),

  usualMistakes(task) {
    if (task.direction === 'DECODE') return mistakesOfDecoding(task);
    const { isNegative, ...number } = ratioOf(task.value);
    return mistakesOfEncoding(number, isNegative, task.format);
  },

  grade(task, answer) {
    return task.direction === 'ENCODE' ? gradeBits(task, answer) : gradeDecimal(task, answer);
  },
};

type Format = FloatingPointTask['format'];

/** Returns a number with few bits, whose decimal is therefore short. */
function exactDecimal(random: SeededRandom, level: ExerciseLevel): string {
  const eighths = random.between(1, level === 1 ? 255 : 2047);
  return signed(random, String(eighths / (level === 1 ? 8 : 32)));
}

/** Returns a decimal with an endless binary expansion, which has to be rounded. */
function inexactText(random: SeededRandom): string {
  const tenths = random.between(1, 999);
  return signed(random, String((tenths % 5 === 0 ? tenths + 1 : tenths) / 10));
}

function signed(random: SeededRandom, text: string): string {
  return random.chance(1, 2) ? `-${text}` : text;
}

function ratioOf(text: string): Ratio & { readonly isNegative: boolean } {
  const read = parseFloatText(text, 'BINARY64');
  if (!('decimal' in read)) throw new Error(`An exercise has a number that cannot be read: ${text}`);
  const { units, places, isNegative } = read.decimal;
  return { numerator: units, denominator: 10n ** BigInt(places), isNegative };
}

function patternOf(text: string, format: Format): bigint {
  const { isNegative, ...ratio } = ratioOf(text);
  return encodeFloat(ratio, isNegative, format);
}

/** Formats bits with spaces between sign, exponent and fraction. */
function grouped(bits: string, format: Format): string {
  const { exponentBits } = limitsOf(format);
  return `${bits.slice(0, 1)} ${bits.slice(1, 1 + exponentBits)} ${bits.slice(1 + exponentBits)}`;
}

/** Grades bits, which may also be in hexadecimal with a prefix. */
function gradeBits(task: FloatingPointTask, answer: string): Grade {
  const { format } = task;
  const [, hex] = /^0x([\da-f]+)$/i.exec(compact(answer)) ?? [];
  const isWhole = hex?.length === limitsOf(format).width / 4;
  const bits = isWhole ? bitsOfPattern(BigInt(`0x${hex}`), format) : answer;
  const usualMistakes = floatingPoint.usualMistakes(task);
  return gradePattern(bits, { pattern: bitsOfPattern(patternOf(task.value, format), format), usualMistakes });
}

function gradeDecimal(task: FloatingPointTask, answer: string): Grade {
  const given = readRatio(answer);
  if (!given) return unreadable('rules.exercise.noDecimal');
  const isValue = (text: string) => {
    const { isNegative, numerator, denominator } = ratioOf(text);
    return given.numerator * denominator === (isNegative ? -numerator : numerator) * given.denominator;
  };
  if (isValue(floatingPoint.solution(task))) return CORRECT;
  return wrong(floatingPoint.usualMistakes(task).find((known) => isValue(known.answer))?.mistake);
}

/** Parses a decimal with a comma or a point, with or without an exponent, or a fraction of two such numbers: `13/4`. */
function readRatio(answer: string): Ratio | undefined {
  const text = compact(answer)
    .replace(/[×x*]10\^?/i, 'e')
    .replace(/^=/, '');
  const [above, below = '1', ...more] = text.split('/').map((part) => part.replace(/^\((.*)\)$/, '$1'));
  if (above === undefined || more.length > 0) return undefined;
  const [first, second] = [above, below].map((part) => parseFloatText(part, 'BINARY64'));
  if (!first || !second || !('decimal' in first) || !('decimal' in second) || second.decimal.units === 0n)
    return undefined;
  const negative = first.decimal.isNegative !== second.decimal.isNegative;
  const numerator = first.decimal.units * 10n ** BigInt(second.decimal.places);
  return {
    numerator: negative ? -numerator : numerator,
    denominator: second.decimal.units * 10n ** BigInt(first.decimal.places),
  };
}

function hintsOfEncoding({ format, value }: FloatingPointTask): Message<RuleKey>[] {
  const { isNegative, ...ratio } = ratioOf(value);
  const { bias, fractionBits } = limitsOf(format);
  const hints: Message<RuleKey>[] = [message('rules.exercise.hint.normalise', { bias, fractionBits })];
  for (const step of encodeSteps(ratio, isNegative, format)) {
    if (step.kind === 'NORMALISE') {
      const { significand, exponent, isCut } = step;
      const key = isCut ? 'rules.exercise.hint.normalisedCut' : 'rules.exercise.hint.normalised';
      hints.push(message(key, { significand: withPoint(significand), exponent }));
    }
    if (step.kind === 'ROUND' && step.rounding !== 'EXACT') {
      hints.push(
        message('rules.exercise.hint.rounding', {
          kept: withPoint(step.kept),
          next: step.next,
          up: step.kept === step.rounded ? 'no' : 'yes',
        }),
      );
    }
    if (step.kind === 'BIAS' && step.exponent !== null) {
      const { exponent, storedExponent, bits } = step;
      hints.push(message('rules.exercise.hint.storedExponent', { exponent, bias, storedExponent, bits }));
    }
  }
  return hints;
}

function hintsOfDecoding({ format, value }: FloatingPointTask): Message<RuleKey>[] {
  const { bias, exponentBits, fractionBits } = limitsOf(format);
  const hints: Message<RuleKey>[] = [message('rules.exercise.hint.floatParts', { exponentBits, fractionBits })];
  for (const step of decodeSteps(BigInt(`0b${value}`), format)) {
    if (step.kind === 'UNBIAS') {
      const { storedExponent, exponent } = step;
      hints.push(message('rules.exercise.hint.unbias', { storedExponent, bias, exponent }));
    }
    if (step.kind === 'SIGNIFICAND') {
      hints.push(
        message('rules.exercise.hint.significand', { significand: withPoint(step.significand.replace(/\.?0+$/, '')) }),
      );
    }
  }
  return hints;
}
