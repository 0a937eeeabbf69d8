import { use, useState } from 'react';
import { ViewerContext } from '../../../lib/session/viewer';
import { type Attempt, loadProgress, NO_ATTEMPT, type Progress, type ProgressPlace, saveProgress } from './progress';
import type { SheetName } from './sheet-address';

/** The progress on a sheet, which outlives a reload. */
export interface SheetProgress {
  attemptAt(position: number): Attempt;
  change(position: number, changes: Partial<Attempt>): void;
  /** Forgets all of it. */
  restart(): void;
}

/** The progress on one sheet; a component that shows another one is to be made anew. */
export function useProgress(sheet: SheetName): SheetProgress {
  const place = useProgressPlace();
  const [progress, setProgress] = useState<Progress>(() => loadProgress(place, sheet));
  const set = (next: Progress) => {
    setProgress(next);
    saveProgress(place, sheet, next);
  };
  const attemptAt = (position: number) => progress[position] ?? NO_ATTEMPT;
  return {
    attemptAt,
    change: (position, changes) => set({ ...progress, [position]: { ...attemptAt(position), ...changes } }),
    restart: () => set({}),
  };
}

/** A user's progress stays in this browser; a visitor's, whose computer may be that of a classroom, in this tab. */
function useProgressPlace(): ProgressPlace {
  const username = use(ViewerContext)?.get().username;
  const [place] = useState<ProgressPlace>(() => ({
    storage: username === undefined ? sessionStorage : localStorage,
    key: `vigia.practice.${username ?? ''}`,
  }));
  return place;
}
