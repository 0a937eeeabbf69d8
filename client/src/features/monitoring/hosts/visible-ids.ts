/** Maximum number of ids per subscription. */
const IDS_MAX = 100;

/**
 * With fixed blocks, viewers of the same list share a subscription, which the server computes once, and short scrolls
 * change nothing.
 */
const BLOCK = 20;

/** Returns the ids to subscribe to while the given rows are visible: whole blocks of the list. */
export function idsInSight(ids: readonly string[], first: number, last: number): readonly string[] {
  if (last < first) return [];
  const begin = Math.max(0, Math.floor(first / BLOCK) * BLOCK);
  const end = Math.min(Math.ceil((last + 1) / BLOCK) * BLOCK, begin + IDS_MAX);
  return ids.slice(begin, end);
}
