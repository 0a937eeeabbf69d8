const levels = ['ok', 'warning', 'problem'] as const;

/** How bad a finding is: nothing to do, something to look at, or something that keeps a part of Vigia from working. */
export type Level = (typeof levels)[number];

/** One line of the diagnosis. */
export interface Finding {
  /** Subject in one or two words, for example `address`. */
  readonly check: string;
  readonly level: Level;
  /** A sentence that says what is the case and, unless all is well, what to do. */
  readonly text: string;
}

/** Returns functions that make findings on one subject. */
export function findingsOn(check: string) {
  const make = (level: Level) => (text: string) => ({ check, level, text }) satisfies Finding;
  return { ok: make('ok'), warning: make('warning'), problem: make('problem') };
}

/** Returns the worst level; `ok` without findings. */
export function worstLevel(findings: readonly Finding[]): Level {
  return levels.findLast((level) => findings.some((finding) => finding.level === level)) ?? 'ok';
}

/** Exit code of the diagnosis: 0 for `ok`, 1 for `warning`, 2 for `problem`. */
export function exitCodeFor(level: Level): number {
  return levels.indexOf(level);
}

/** Returns a number with its noun: `1 account`, `2 accounts`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
