import type { Finding } from './use-findings';

/** Returns the findings to show beside firing alerts; "nothing unusual" is left out if any alert is firing. */
export function standingOut(findings: readonly Finding[], firing: readonly unknown[]): readonly Finding[] {
  return firing.length === 0 ? findings : findings.filter(({ kind }) => kind !== 'QUIET');
}
