import {
  type SheetName as DrawnSheetName,
  FIRST_SHEET_VERSION,
  isSeed,
  isSheetVersion,
  normalSeed,
} from '../../../../../src/features/conversion/rules/exercises/exercise';
import { exerciseKinds, isExerciseLevel } from '../../../../../src/features/conversion/rules/exercises/task';
import { isNotation, type Notation } from '../../../../../src/features/conversion/rules/logic/notation';
import { t } from '../../../lib/i18n/t';
import { paths } from '../../../paths';
import type { ConverterState } from '../converter-state';

/** Identifies a sheet. */
export type SheetName = Required<DrawnSheetName>;

/** A sheet as the page shows it. */
export interface ShownSheet extends SheetName {
  /** Notation of expressions; undefined until the user chooses one. */
  readonly notation: Notation | undefined;
}

type SheetState = Pick<ConverterState, 'exercise' | 'level' | 'seed' | 'v' | 'symbols'>;

/** Parses the sheet from the query string; missing or invalid parts get their defaults. */
export function parseSheet({ exercise, level, seed, v, symbols }: SheetState): ShownSheet {
  const [number, version] = [Number(level), Number(v)];
  return {
    kind: exerciseKinds.find((kind) => kind === exercise) ?? exerciseKinds[0],
    level: isExerciseLevel(number) ? number : 1,
    seed: isSeed(seed) ? normalSeed(seed) : '',
    version: isSheetVersion(version) ? version : FIRST_SHEET_VERSION,
    notation: isNotation(symbols) ? symbols : undefined,
  };
}

/** Returns the part of the page's state that names a sheet. */
export function formatSheet({ kind, level, seed, version, notation }: ShownSheet): SheetState {
  return {
    exercise: kind,
    level: String(level),
    seed,
    v: version === FIRST_SHEET_VERSION ? '' : String(version),
    symbols: notation ?? '',
  };
}

/** Returns a link to the sheet without any other state of the page. */
export function sheetLink(sheet: ShownSheet): string {
  const query = new URLSearchParams(Object.entries(formatSheet(sheet)).filter(([, value]) => value !== ''));
  return `${location.origin}${paths.converter}praticar/?${query}`;
}

/** Returns the notation in which a sheet is shown; undefined for kinds without expressions. */
export function notationOf({ kind, notation }: Pick<ShownSheet, 'kind' | 'notation'>): Notation | undefined {
  if (kind === 'IMPLICATION') return notation ?? 'MATHEMATICS';
  if (kind === 'MINIMISE') return notation ?? 'ENGINEERING';
  if (kind !== 'TRUTH_TABLE') return undefined;
  const usual = t('ui.logic.usualNotation');
  return notation ?? (isNotation(usual) ? usual : 'WORDS');
}

/** Returns a seed that can be read aloud: two of the given words and a number. */
export function readableSeed(words: string, random: () => number = Math.random): string {
  const all = words.split(' ');
  const word = () => all[Math.floor(random() * all.length)] ?? 'vigia';
  return `${word()}-${word()}-${10 + Math.floor(random() * 90)}`;
}
