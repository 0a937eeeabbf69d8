import {
  type SheetName as DrawnSheetName,
  FIRST_SHEET_VERSION,
  isSeed,
  isSheetVersion,
  normalSeed,
} from '../../../../../src/features/conversion/rules/exercises/exercise';
import { exerciseKinds, isExerciseLevel } from '../../../../../src/features/conversion/rules/exercises/task';
import { paths } from '../../../paths';
import type { ConverterState } from '../converter-state';

/** Identifies a sheet. */
export type SheetName = Required<DrawnSheetName>;

type SheetState = Pick<ConverterState, 'exercise' | 'level' | 'seed' | 'v'>;

/** Parses the sheet from the query string; missing or invalid parts get their defaults. */
export function parseSheet({ exercise, level, seed, v }: SheetState): SheetName {
  const [number, version] = [Number(level), Number(v)];
  return {
    kind: exerciseKinds.find((kind) => kind === exercise) ?? exerciseKinds[0],
    level: isExerciseLevel(number) ? number : 1,
    seed: isSeed(seed) ? normalSeed(seed) : '',
    version: isSheetVersion(version) ? version : FIRST_SHEET_VERSION,
  };
}

/** Returns the part of the page's state that names a sheet. */
export function formatSheet({ kind, level, seed, version }: SheetName): SheetState {
  return { exercise: kind, level: String(level), seed, v: version === FIRST_SHEET_VERSION ? '' : String(version) };
}

/** Returns a link to the sheet without any other state of the page. */
export function sheetLink(sheet: SheetName): string {
  const query = new URLSearchParams(formatSheet(sheet));
  if (query.get('v') === '') query.delete('v');
  return `${location.origin}${paths.converter}praticar/?${query}`;
}

/** Returns a seed that can be read aloud: two of the given words and a number. */
export function readableSeed(words: string, random: () => number = Math.random): string {
  const all = words.split(' ');
  const word = () => all[Math.floor(random() * all.length)] ?? 'vigia';
  return `${word()}-${word()}-${10 + Math.floor(random() * 90)}`;
}
