import type { SheetName } from './sheet-address';

/** What became of one exercise. */
export interface Attempt {
  /** What stands in the field. */
  readonly answer: string;
  /** What was checked last; null before the first check. */
  readonly checked: string | null;
  readonly tries: number;
  /** How many hints are shown. */
  readonly hints: number;
  readonly isSolved: boolean;
  /** Whether the solution was looked at before it was found. */
  readonly isShown: boolean;
}

/** The attempts at the exercises of a sheet, by position. */
export type Progress = Readonly<Record<number, Attempt>>;

export const NO_ATTEMPT: Attempt = { answer: '', checked: null, tries: 0, hints: 0, isSolved: false, isShown: false };

/** How many sheets are remembered; the one that was not worked on for longest goes first. */
const SHEETS_MAX = 20;

/** Where progress is kept: this browser's storage, under a name of who is practising. */
export interface ProgressPlace {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly key: string;
}

/** The progress on a sheet; none if there is none, or if what is stored cannot be read. */
export function loadProgress(place: ProgressPlace, sheet: SheetName): Progress {
  return Object.fromEntries(storedSheets(place))[nameOf(sheet)] ?? {};
}

/** Remembers the progress on a sheet. Without storage, or with a full one, the page goes on without. */
export function saveProgress(place: ProgressPlace, sheet: SheetName, progress: Progress): void {
  const others = storedSheets(place).filter(([name]) => name !== nameOf(sheet));
  const kept: StoredSheet[] = [[nameOf(sheet), progress], ...others.slice(0, SHEETS_MAX - 1)];
  try {
    place.storage.setItem(place.key, JSON.stringify(kept));
  } catch {
    // What was done is lost with the page then.
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

function nameOf({ kind, level, seed }: SheetName): string {
  return `${kind} ${level} ${seed}`;
}
