import { use, useState } from 'react';
import type { SheetName } from '../../../components/exercises/sheet-address';
import { ViewerContext } from '../../../lib/session/viewer';
import { type Attempt, loadProgress, NO_ATTEMPT, type Progress, type ProgressPlace, saveProgress } from './progress';

/** The progress on a sheet, which survives a reload. */
export interface SheetProgress {
  attemptAt(number: number): Attempt;
  change(number: number, changes: Partial<Attempt>): void;
  restart(): void;
}

/** Keeps the progress on one sheet; remount the component for another one. */
export function useProgress(sheet: SheetName): SheetProgress {
  const place = useProgressPlace();
  const [progress, setProgress] = useState<Progress>(() => loadProgress(place, sheet));
  const set = (next: Progress) => {
    setProgress(next);
    saveProgress(place, sheet, next);
  };
  const attemptAt = (number: number) => progress[number] ?? NO_ATTEMPT;
  return {
    attemptAt,
    change: (number, changes) => set({ ...progress, [number]: { ...attemptAt(number), ...changes } }),
    restart: () => set({}),
  };
}

/**
 * Keeps a user's progress in the browser but a visitor's only in the tab, since the computer may be shared in a
 * classroom.
 */
function useProgressPlace(): ProgressPlace {
  const username = use(ViewerContext)?.get().username;
  const [place] = useState<ProgressPlace>(() => ({
    storage: username === undefined ? sessionStorage : localStorage,
    key: `vigia.practice.${username ?? ''}`,
  }));
  return place;
}
