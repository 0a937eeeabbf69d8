import { FIRST_SHEET_VERSION } from '../../../../../src/features/conversion/rules/exercises/exercise';
import type { SheetName } from './sheet-address';

/** The state of one exercise. */
export interface Attempt {
  readonly answer: string;
  /** The last checked answer; null before the first check. */
  readonly checked: string | null;
  readonly tries: number;
  readonly hints: number;
  readonly isSolved: boolean;
  /** Whether the solution was shown before the user found it. */
  readonly isShown: boolean;
}

/** Attempts at the exercises of a sheet, by position. */
export type Progress = Readonly<Record<number, Attempt>>;

export const NO_ATTEMPT: Attempt = { answer: '', checked: null, tries: 0, hints: 0, isSolved: false, isShown: false };

/** Number of sheets remembered; the least recently used is dropped first. */
const SHEETS_MAX = 20;

/** Where progress is stored: a browser storage and a per-user key. */
export interface ProgressPlace {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly key: string;
}

/** Loads a sheet's progress; empty if nothing readable is stored. */
export function loadProgress(place: ProgressPlace, sheet: SheetName): Progress {
  return Object.fromEntries(storedSheets(place))[nameOf(sheet)] ?? {};
}

/** Saves a sheet's progress. If storage is missing or full, the page works without it. */
export function saveProgress(place: ProgressPlace, sheet: SheetName, progress: Progress): void {
  const others = storedSheets(place).filter(([name]) => name !== nameOf(sheet));
  const kept: StoredSheet[] = [[nameOf(sheet), progress], ...others.slice(0, SHEETS_MAX - 1)];
  try {
    place.storage.setItem(place.key, JSON.stringify(kept));
  } catch {
    // Progress is then lost when the page is closed.
  }
}

type StoredSheet = [name: string, progress: Progress];

function storedSheets({ storage, key }: ProgressPlace): StoredSheet[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** Leaves out the first version, under whose name progress was saved before there was a second one. */
function nameOf({ kind, level, seed, version }: SheetName): string {
  return `${kind} ${level} ${seed}${version === FIRST_SHEET_VERSION ? '' : ` v${version}`}`;
}
