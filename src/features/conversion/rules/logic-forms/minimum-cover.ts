import { type CoverBound, countedCoverBound, coverBound } from './cover-bound.js';
import { add, type Column, type Elements, remove, sizeOf, within } from './cover-columns.js';
import { collectElements, type Reduced, reduceCover } from './reduce-cover.js';

/** A set of elements with its price. */
export interface Choosable {
  readonly elements: readonly number[];
  /** A nonnegative whole number. The total price of any cover must be less than 1,000. */
  readonly price: number;
}

/** Exceeds the total price of any cover, so that using one set fewer is always better. */
const SET_PRICE = 1000;

/** A choice of sets that together contain every element. */
export interface Cover {
  /** Indexes of the chosen sets, in ascending order. */
  readonly chosen: readonly number[];
  /** Whether the choice is proved to be optimal. */
  readonly isProven: boolean;
}

/**
 * Finds the fewest sets that cover every element (at most 64), and among those the cheapest, exactly, by branch and
 * bound. Before each branch, drops everything that a cheapest choice can do without: sets contained in cheaper ones,
 * and elements that are covered whenever another one is.
 *
 * @param effort number of search steps, of about 3 µs each, after which the best choice so far is returned.
 * @throws {RangeError} if an element is in no set.
 */
export function minimumCover(
  elements: readonly number[],
  sets: readonly Choosable[],
  effort = Number.POSITIVE_INFINITY,
): Cover {
  const places = new Map(elements.map((element, place) => [element, place]));
  const columns = sets.map(({ elements: covered, price }, index): Column => {
    const column = { index, price: SET_PRICE + price, low: 0, high: 0 };
    for (const element of covered) add(column, places.get(element));
    return column;
  });
  const all: Elements = { low: 0, high: 0 };
  for (const place of places.values()) add(all, place);
  const search = new Search(effort);
  search.visit(all, columns, 0, []);
  if (!search.best) throw new RangeError('An element is in no set');
  return { chosen: [...search.best].sort((a, b) => a - b), isProven: !search.isTired };
}

/** Facts about the remaining problem that are inherited from the problem containing it. */
interface Known {
  /** Minimum number of sets in a cover. */
  readonly sets: number;
  /** Starting payments for the bound, and for the bound with an exact number of sets. */
  readonly payments?: Float64Array;
  readonly countedPayments?: Float64Array;
}

/** Number of steps that a visit counts as, since it reduces a problem before continuing. */
const STEPS_OF_VISIT = 10;

class Search {
  best: readonly number[] | undefined;
  #bestPrice = Number.POSITIVE_INFINITY;
  #steps = 0;

  constructor(private readonly effort: number) {}

  /** Whether the search was stopped before it had tried everything. */
  get isTired(): boolean {
    return this.#steps > this.effort;
  }

  /** Covers the remaining elements with the remaining columns, given the price of those already chosen. */
  visit(
    left: Readonly<Elements>,
    columns: readonly Column[],
    price: number,
    chosen: readonly number[],
    known: Known = { sets: 0 },
  ): void {
    if (this.isTired) return;
    this.#steps += STEPS_OF_VISIT;
    const reduced = reduceCover(left, columns);
    if (!reduced) return;
    const allChosen = [...chosen, ...reduced.chosen.map(({ index }) => index)];
    const paid = price + reduced.chosen.reduce((sum, column) => sum + column.price, 0);
    if (paid >= this.#bestPrice) return;
    if (reduced.rows.length === 0) {
      this.#bestPrice = paid;
      this.best = allChosen;
      return;
    }
    this.#tryGreedily(reduced, paid, allChosen);
    const bound = this.#computeBound(reduced, paid, { ...known, sets: known.sets - reduced.chosen.length });
    if (bound) this.#branch(reduced, bound, paid, allChosen);
  }

  /**
   * Returns a lower bound for the remaining problem; undefined if it rules out a cover better than the best one so far.
   */
  #computeBound({ rows, columns }: Reduced, paid: number, known: Known): Bound | undefined {
    const toBeat = this.#bestPrice - paid;
    const bound = coverBound({ rows, columns }, toBeat, boundFor(toBeat, columns), known.payments);
    this.#steps += bound.steps;
    if (priceFrom(bound.price, columns) >= toBeat) return undefined;
    const { payments } = bound;
    const sets = Math.max(known.sets, setsFrom(bound.price, columns));
    const count = setsWithin(toBeat);
    if (sets > count || columns.length < count) return undefined;
    if (sets < count) return { ...bound, known: { ...known, sets, payments } };
    // A better cover has exactly `count` sets, so only the sets' own prices matter.
    const priced = { rows, columns: columns.map((column) => ({ price: column.price - SET_PRICE })) };
    const limit = toBeat - count * SET_PRICE - 1 + ROUNDING;
    const counted = countedCoverBound(priced, { count, toBeat: limit, before: known.countedPayments });
    this.#steps += counted.steps;
    if (counted.price > limit) return undefined;
    // Takes the stronger of the two bounds for each column.
    const price = count * SET_PRICE + counted.price;
    const reducedPrices = counted.reducedPrices.map((additional, at) =>
      Math.max(additional, bound.price + (bound.reducedPrices[at] ?? 0) - price),
    );
    return { price, reducedPrices, known: { sets, payments, countedPayments: counted.payments } };
  }

  /**
   * Repeatedly takes the column that covers the most for its price. This often gives a cheapest cover, and always a
   * price to beat.
   */
  #tryGreedily({ rows, columns }: Reduced, price: number, chosen: readonly number[]): void {
    const left = collectElements(rows);
    const taken: Column[] = [];
    let paid = price;
    while ((left.low | left.high) !== 0 && paid < this.#bestPrice) {
      const worth = (column: Column) => sizeOf(within(column, left)) / column.price;
      const most = columns.reduce((best, column) => (worth(column) > worth(best) ? column : best));
      taken.push(most);
      paid += most.price;
      remove(left, most);
    }
    if (paid >= this.#bestPrice) return;
    this.#bestPrice = paid;
    this.best = [...chosen, ...taken.map(({ index }) => index)];
  }

  /**
   * Branches on the element with the fewest columns. Since one of them must be chosen, tries each in turn, excluding
   * the previous ones.
   */
  #branch({ rows, columns }: Reduced, bound: Bound, price: number, chosen: readonly number[]): void {
    const { reducedPrices, known } = bound;
    const row = rows.reduce((fewest, next) => (next.columns.length < fewest.columns.length ? next : fewest));
    const left = collectElements(rows);
    const ways = [...row.columns].sort((a, b) => (reducedPrices[a] ?? 0) - (reducedPrices[b] ?? 0));
    const excluded = new Set<Column>();
    // A column that raises the bound too far cannot be in a better cover.
    columns.forEach((column, at) => {
      if (price + bound.price + (reducedPrices[at] ?? 0) > this.#bestPrice - 1 + ROUNDING) excluded.add(column);
    });
    for (const at of ways) {
      const way = columns[at] as Column;
      if (excluded.has(way)) continue;
      excluded.add(way);
      const rest = { ...left };
      remove(rest, way);
      const others = columns.filter((column) => !excluded.has(column));
      this.visit(rest, others, price + way.price, [...chosen, way.index], { ...known, sets: known.sets - 1 });
    }
  }
}

/** A lower bound for the remaining problem, and what it implies for parts of it. */
interface Bound extends Pick<CoverBound, 'price' | 'reducedPrices'> {
  readonly known: Known;
}

/**
 * Rounds a real lower bound up to a price that a cover can have. The bound implies a number of sets, each of which
 * costs at least the lowest price.
 */
function priceFrom(bound: number, columns: readonly Column[]): number {
  return Math.max(
    Math.ceil(bound - ROUNDING),
    setsFrom(bound, columns) * Math.min(...columns.map(({ price }) => price)),
  );
}

/** Returns the minimum number of sets that can cost this much in total. */
function setsFrom(bound: number, columns: readonly Column[]): number {
  return Math.ceil((bound - ROUNDING) / Math.max(...columns.map(({ price }) => price)));
}

/** Returns the maximum number of sets in a cover that is cheaper than a price. */
function setsWithin(price: number): number {
  return Math.floor((price - 1) / SET_PRICE);
}

/** Returns the lowest bound for which {@link priceFrom} gives at least a price. */
function boundFor(price: number, columns: readonly Column[]): number {
  const prices = columns.map((column) => column.price);
  const sets = Math.ceil(price / Math.min(...prices));
  return Math.min(price, (sets - 1) * Math.max(...prices) + 2 * ROUNDING);
}

/** Larger than the rounding errors of sums of prices. */
const ROUNDING = 1e-6;
