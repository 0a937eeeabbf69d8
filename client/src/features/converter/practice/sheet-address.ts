import { isSeed, normalSeed } from '../../../../../src/features/conversion/rules/exercises/exercise';
import {
  type ExerciseKind,
  type ExerciseLevel,
  exerciseKinds,
  isExerciseLevel,
} from '../../../../../src/features/conversion/rules/exercises/task';
import { paths } from '../../../paths';
import type { ConverterState } from '../converter-state';

/** Identifies a sheet. */
export interface SheetName {
  readonly kind: ExerciseKind;
  readonly level: ExerciseLevel;
  readonly seed: string;
}

/** Parses the sheet from the query string; missing or invalid parts get their defaults. */
export function parseSheet({ exercise, level, seed }: Pick<ConverterState, 'exercise' | 'level' | 'seed'>): SheetName {
  const number = Number(level);
  return {
    kind: exerciseKinds.find((kind) => kind === exercise) ?? exerciseKinds[0],
    level: isExerciseLevel(number) ? number : 1,
    seed: isSeed(seed) ? normalSeed(seed) : '',
  };
}

/** Returns a link to the sheet without any other state of the page. */
export function sheetLink({ kind, level, seed }: SheetName): string {
  const query = new URLSearchParams({ exercise: kind, level: String(level), seed });
  return `${location.origin}${paths.converter}praticar/?${query}`;
}

/** Returns a seed that can be read aloud: two of the given words and a number. */
export function readableSeed(words: string, random: () => number = Math.random): string {
  const all = words.split(' ');
  const word = () => all[Math.floor(random() * all.length)] ?? 'vigia';
  return `${word()}-${word()}-${10 + Math.floor(random() * 90)}`;
}
