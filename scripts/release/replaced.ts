import { ReleaseFailure } from './run.ts';

/**
 * Returns a text with other words in some places.
 *
 * @throws {ReleaseFailure} if one of the places is missing, so that a changed original is noticed.
 */
export function replaced(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new ReleaseFailure(`A file that the packages are derived from lacks: ${from}`);
    return result.replace(from, () => to);
  }, text);
}
