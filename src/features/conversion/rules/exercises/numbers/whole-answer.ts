import { formatWhole, parseWhole } from '../../bases/whole-number.js';
import { CORRECT, type Grade, type UsualMistake, unreadable, wrong } from '../exercise-rules.js';
import { mistake } from '../mistake.js';
import { compact, plainDecimal, withoutSubscript } from './answer-text.js';
import { differsInOneDigit } from './digit-text.js';

/** Suffixes that mark whole numbers in these bases: `1010b`, `1Fh`. */
const SUFFIX: Readonly<Record<number, RegExp>> = { 2: /b$/i, 8: /[oq]$/i, 16: /h$/i };

/**
 * Parses an answer as a whole number of a base, optionally with the base's prefix, suffix or subscript; undefined if it
 * is not one.
 */
function readInBase(answer: string, radix: number): bigint | undefined {
  const text = withoutSubscript(compact(answer), radix);
  const plain = radix === 10 ? plainDecimal(text) : text.replace(SUFFIX[radix] ?? '', '');
  const number = parseWhole(plain, radix);
  return typeof number === 'bigint' ? number : undefined;
}

/** Solution and usual mistakes for grading a whole number. */
export interface WholeAnswer {
  readonly radix: number;
  readonly value: bigint;
  readonly usualMistakes: readonly UsualMistake[];
}

/** Grades a whole number in a base. Any notation is accepted as long as it represents this number in this base. */
export function gradeWhole(answer: string, { radix, value, usualMistakes }: WholeAnswer): Grade {
  const given = readInBase(answer, radix);
  if (given === value) return CORRECT;
  const text = compact(answer).toUpperCase();
  const usual = usualMistakes.find((known) =>
    given === undefined
      ? withoutLeadingZeros(known.answer) === withoutLeadingZeros(text)
      : readInBase(known.answer, radix) === given,
  );
  if (usual) return wrong(usual.mistake);
  if (given !== undefined) {
    const differsInOne = given >= 0n && differsInOneDigit(formatWhole(given, radix), formatWhole(value, radix));
    return wrong(differsInOne ? mistake('ONE_DIGIT_WRONG') : null);
  }
  const digit = /^[-+]?(?<digits>[0-9A-Z]+)$/.exec(text)?.groups?.digits;
  const foreign = [...(digit ?? '')].find((character) => Number.isNaN(Number.parseInt(character, radix)));
  if (foreign === undefined) return unreadable(text === '' ? 'rules.exercise.empty' : 'rules.exercise.noNumber');
  return wrong(mistake('DIGIT_NOT_OF_BASE', { digit: foreign, base: radix }));
}

function withoutLeadingZeros(text: string): string {
  return text.replace(/^0+(?=.)/, '');
}
