/** A source of random numbers. The same seed always gives the same numbers, in every process. */
export interface SeededRandom {
  /** Returns a whole number from `minimum` to `maximum`, both included. */
  between(minimum: number, maximum: number): number;
  oneOf<T>(values: readonly [T, ...T[]]): T;
  /** Returns true with a probability of `times` in `outOf`. */
  chance(times: number, outOf: number): boolean;
}

/** Creates a SplitMix64 generator seeded with the text's FNV-1a hash; both are short and specified to the bit. */
export function seededRandom(seed: string): SeededRandom {
  let state = computeHash(seed);
  const next = (): bigint => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let mixed = state;
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    return mixed ^ (mixed >> 31n);
  };
  // Taking a 64-bit number modulo such a small one favours small results by less than one in 2⁴⁰.
  const between = (minimum: number, maximum: number) => minimum + Number(next() % BigInt(maximum - minimum + 1));
  return {
    between,
    oneOf: <T>(values: readonly [T, ...T[]]) => values[between(0, values.length - 1)] as T,
    chance: (times, outOf) => between(1, outOf) <= times,
  };
}

/** Computes the 64-bit FNV-1a hash of a text encoded in UTF-8. */
function computeHash(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash;
}
