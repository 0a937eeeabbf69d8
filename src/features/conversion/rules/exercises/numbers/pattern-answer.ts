import { CORRECT, type Grade, type UsualMistake, unreadable, wrong } from '../exercise-rules.js';
import { mistake } from '../mistake.js';
import { compact } from './answer-text.js';
import { differsInOneDigit } from './digit-text.js';

/** Solution and usual mistakes for grading bits. */
export interface PatternAnswer {
  /** The correct bits, at the required width. */
  readonly pattern: string;
  readonly usualMistakes: readonly UsualMistake[];
}

/** Grades bits, whose number has to be correct too. Ignores spaces, `_` and `|` between them, and the prefix `0b`. */
export function gradePattern(answer: string, { pattern, usualMistakes }: PatternAnswer): Grade {
  const given = plainBits(answer);
  if (given === pattern) return CORRECT;
  const usual = usualMistakes.find((known) => known.answer === given);
  if (usual) return wrong(usual.mistake);
  if (/^-[01]+$/.test(given)) return wrong(mistake('SIGN_WRITTEN'));
  const foreign = /^[01]*(?<digit>[2-9])\d*$/.exec(given)?.groups?.digit;
  if (foreign !== undefined) return wrong(mistake('DIGIT_NOT_OF_BASE', { digit: foreign, base: 2 }));
  if (!/^[01]+$/.test(given)) return unreadable('rules.exercise.noBits');
  const lengths = { given: given.length, wanted: pattern.length };
  if (given.length < pattern.length) return wrong(mistake('BITS_MISSING', lengths));
  if (given.length > pattern.length) return wrong(mistake('BITS_TOO_MANY', lengths));
  return wrong(differsInOneDigit(given, pattern) ? mistake('ONE_DIGIT_WRONG') : null);
}

/** Strips the prefix and the separators between bits. */
function plainBits(answer: string): string {
  return compact(answer).replace(/\|/g, '').replace(/^0b/i, '');
}
