import { ReleaseFailure } from './run.ts';

/**
 * Returns a text with other words in some places.
 *
 * @throws {ReleaseFailure} if one of the places is missing, so that a changed original is noticed.
 */
export function replaced(text: string, changes: readonly (readonly [from: string | RegExp, to: string])[]): string {
  return changes.reduce((result, [from, to]) => {
    const isThere = typeof from === 'string' ? result.includes(from) : from.test(result);
    if (!isThere) throw new ReleaseFailure(`A file that the packages are derived from lacks: ${from}`);
    return result.replace(from, () => to);
  }, text);
}
