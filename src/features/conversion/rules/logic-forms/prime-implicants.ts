/**
 * A product of the variables whose bits are set in `fixed`, each with the value of the same bit in `value`. As in a
 * row's number, the first variable is the highest bit.
 */
export interface Implicant {
  readonly fixed: number;
  /** Contains only bits that are also set in `fixed`. */
  readonly value: number;
  /** The rows covered by the product, including don't-cares, in ascending order. */
  readonly rows: readonly number[];
}

/**
 * Returns the prime implicants of a function (Quine–McCluskey): the products that cover no row outside `allowed` but at
 * least one of `required`, and in which every variable is necessary. The shortest come first.
 */
export function primeImplicants(
  variableCount: number,
  required: ReadonlySet<number>,
  allowed: ReadonlySet<number>,
): Implicant[] {
  const all = (1 << variableCount) - 1;
  const implies = implicantTest(variableCount, allowed);
  const primes: Implicant[] = [];
  for (const fixed of byBits(all)) {
    for (let value = fixed; ; value = (value - 1) & fixed) {
      if (implies(fixed, value) && !isContained(fixed, value, implies)) {
        const rows = rowsOf(fixed, value, all);
        if (rows.some((row) => required.has(row))) primes.push({ fixed, value, rows });
      }
      if (value === 0) break;
    }
  }
  return primes.sort((a, b) => bitCount(a.fixed) - bitCount(b.fixed) || (a.rows[0] ?? 0) - (b.rows[0] ?? 0));
}

type ImplicantTest = (fixed: number, value: number) => boolean;

/**
 * Creates a test for products that cover only allowed rows. A product passes if both of its halves do, which are the
 * products that contain one more variable, negated and not.
 */
function implicantTest(variableCount: number, allowed: ReadonlySet<number>): ImplicantTest {
  const all = (1 << variableCount) - 1;
  const known = new Map<number, boolean>();
  const test: ImplicantTest = (fixed, value) => {
    if (fixed === all) return allowed.has(value);
    const key = (fixed << variableCount) | value;
    const before = known.get(key);
    if (before !== undefined) return before;
    const free = all & ~fixed;
    const lowest = free & -free;
    const result = test(fixed | lowest, value) && test(fixed | lowest, value | lowest);
    known.set(key, result);
    return result;
  };
  return test;
}

/** Whether a product is still an implicant without one of its variables. */
function isContained(fixed: number, value: number, implies: ImplicantTest): boolean {
  for (let rest = fixed; rest !== 0; rest &= rest - 1) {
    const bit = rest & -rest;
    if (implies(fixed & ~bit, value & ~bit)) return true;
  }
  return false;
}

function rowsOf(fixed: number, value: number, all: number): number[] {
  const free = all & ~fixed;
  const rows: number[] = [];
  for (let part = free; ; part = (part - 1) & free) {
    rows.push(value | part);
    if (part === 0) return rows.reverse();
  }
}

/** Returns all sets of variables as bit masks. */
function byBits(all: number): number[] {
  return Array.from({ length: all + 1 }, (_, fixed) => fixed);
}

export function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}
