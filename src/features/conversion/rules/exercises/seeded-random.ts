/** A source of random numbers that gives the same ones for the same seed, in every process and for ever. */
export interface SeededRandom {
  /** A whole number from `minimum` to `maximum`, both included. */
  between(minimum: number, maximum: number): number;
  /** One of the values. */
  oneOf<T>(values: readonly [T, ...T[]]): T;
  /** True in `times` of `outOf` cases. */
  chance(times: number, outOf: number): boolean;
}

/** SplitMix64, begun with the FNV-1a hash of the seed: short, and specified to the bit. */
export function seededRandom(seed: string): SeededRandom {
  let state = hashOf(seed);
  const next = (): bigint => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let mixed = state;
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn);
    return mixed ^ (mixed >> 31n);
  };
  // The remainder of 64 bits favours small numbers by less than one in 2⁴⁰ here.
  const between = (minimum: number, maximum: number) => minimum + Number(next() % BigInt(maximum - minimum + 1));
  return {
    between,
    oneOf: <T>(values: readonly [T, ...T[]]) => values[between(0, values.length - 1)] as T,
    chance: (times, outOf) => between(1, outOf) <= times,
  };
}

/** FNV-1a with 64 bits, of the text in UTF-8. */
function hashOf(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash;
}
