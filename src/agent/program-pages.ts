import { readFileSync } from 'node:fs';
import type { Clock } from '../shared/time/clock.js';

/** The end of the start, when the program has run through most of what it never runs again. */
const STARTED_MS = 15_000;
const AGAIN_MS = 600_000;

/** `MADV_DONTNEED` of Linux: unmaps pages; those of a file are read from it again when they are needed. */
const DONT_NEED = 4;

/** A range of addresses. */
export interface Mapping {
  readonly start: number;
  readonly end: number;
}

/** The part in use of the library koffi, which calls functions of the C library. */
interface Koffi {
  load(library: null): { func(declaration: string): (start: number, bytes: number, advice: number) => number };
}

/**
 * Gives back the pages of the program that the start has used and that measuring never uses, now and then: 25 MB of Node.js
 * (decision 107). Does nothing where the library is not.
 *
 * @param library koffi's native part.
 */
export function releaseProgramPages(library: string, clock: Pick<Clock, 'after' | 'every'>): void {
  const advise = openAdvice(library);
  if (!advise) return;
  const release = () => {
    for (const { start, end } of unchangedMappings(readFileSync('/proc/self/smaps', 'utf8'))) {
      advise(start, end - start, DONT_NEED);
    }
  };
  clock.after(STARTED_MS, release);
  clock.every(AGAIN_MS, release);
}

/**
 * Returns the mappings of files in `/proc/<pid>/smaps` that nothing can write to and nothing has written to. Others, such as
 * tables that the loader fills and then protects, would lose what was written.
 */
export function unchangedMappings(smaps: string): Mapping[] {
  const found: Mapping[] = [];
  let mapping: Mapping | undefined;
  for (const line of smaps.split('\n')) {
    const [, start, end, inode] = /^([\da-f]+)-([\da-f]+) r-[-x]p [\da-f]+ \S+ (\d+) /.exec(line) ?? [];
    if (start !== undefined && end !== undefined && inode !== '0') {
      mapping = { start: Number.parseInt(start, 16), end: Number.parseInt(end, 16) };
    } else if (/^[\da-f]+-/.test(line)) mapping = undefined;
    else if (mapping && /^Anonymous: +0 kB$/.test(line)) found.push(mapping);
  }
  return found;
}

function openAdvice(library: string) {
  const loaded: { exports: Partial<Koffi> } = { exports: {} };
  try {
    process.dlopen(loaded, library);
  } catch {
    return undefined;
  }
  return loaded.exports.load?.(null).func('int madvise(uintptr_t start, size_t bytes, int advice)');
}
