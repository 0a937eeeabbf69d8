/** Similarity at or above which a password counts as too easy to guess (contract 3). */
const SIMILARITY_LIMIT = 0.7;

/**
 * Whether a password resembles a text about its owner, or a word in it, ignoring case. Runs on the server and in the
 * page. Visitors may send both arguments, so its running time must grow no faster than their lengths.
 */
export function resembles(password: string, about: string): boolean {
  const typed = [...password.toLowerCase()];
  const counts = countEach(typed);
  const whole = about.trim().normalize('NFKC').toLowerCase();
  const words = new Set([...whole.split(/[^\p{L}\p{N}_]+/u), whole]);
  return [...words].some((word) => {
    const characters = [...word];
    const similarity = (common: number) => (2 * common) / (typed.length + characters.length);
    // Skips words whose length differs too much from the password's, which is the case for most of them.
    if (similarity(Math.min(typed.length, characters.length)) < SIMILARITY_LIMIT) return false;
    return similarity(commonCount(characters, counts)) >= SIMILARITY_LIMIT;
  });
}

/** Counts the characters that two texts have in common, in any order, like `quick_ratio` of Python's difflib. */
function commonCount(characters: readonly string[], counts: ReadonlyMap<string, number>): number {
  let common = 0;
  for (const [character, count] of countEach(characters)) common += Math.min(count, counts.get(character) ?? 0);
  return common;
}

function countEach(characters: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
}
