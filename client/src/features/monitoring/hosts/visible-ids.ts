/** As many as one subscription may ask for. */
const IDS_MAX = 100;

/** Watchers of the same list ask for the same hosts, which the server works out once, and scrolling a little asks for none. */
const BLOCK = 20;

/** The ids that are subscribed to while the hosts from one place to another are in sight: in whole blocks of the list. */
export function idsInSight(ids: readonly string[], first: number, last: number): readonly string[] {
  if (last < first) return [];
  const begin = Math.max(0, Math.floor(first / BLOCK) * BLOCK);
  const end = Math.min(Math.ceil((last + 1) / BLOCK) * BLOCK, begin + IDS_MAX);
  return ids.slice(begin, end);
}
