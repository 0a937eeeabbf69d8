import type { Finding } from './use-findings';

/** Returns the findings to show beside firing alerts: nothing is unusual only if none fires. */
export function standingOut(findings: readonly Finding[], firing: readonly unknown[]): readonly Finding[] {
  return firing.length === 0 ? findings : findings.filter(({ kind }) => kind !== 'QUIET');
}
