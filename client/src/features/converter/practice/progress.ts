import { type SheetName, sheetKey } from '../../../components/exercises/sheet-address';

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

/** Attempts at the exercises of a sheet, by their numbers there, from 1. */
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
  return Object.fromEntries(storedSheets(place))[sheetKey(sheet)] ?? {};
}

/** Saves a sheet's progress. If storage is missing or full, the page works without it. */
export function saveProgress(place: ProgressPlace, sheet: SheetName, progress: Progress): void {
  const others = storedSheets(place).filter(([name]) => name !== sheetKey(sheet));
  const kept: StoredSheet[] = [[sheetKey(sheet), progress], ...others.slice(0, SHEETS_MAX - 1)];
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
