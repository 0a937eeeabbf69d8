import { type CoverBound, countedCoverBound, coverBound } from './cover-bound.js';
import { add, type Column, type Elements, remove, sizeOf, within } from './cover-columns.js';
import { elementsOf, type Reduced, reduceCover } from './reduce-cover.js';

/** A set of elements that may be chosen, at a price. */
export interface Choosable {
  readonly elements: readonly number[];
  /** A whole number that is not negative; those of a cover are less than 1,000 together. */
  readonly price: number;
}

/** More than all prices of a cover together, so that a set less is always better. */
const SET_PRICE = 1000;

/** A choice of sets that covers every element. */
export interface Cover {
  /** The indexes of the chosen sets, in ascending order. */
  readonly chosen: readonly number[];
  /** Whether it is proved that there is none better. */
  readonly isProven: boolean;
}

/**
 * The choice of the fewest sets that covers every element (at most 64), and among those the cheapest: an exact answer by
 * branch and bound. Before each branch, what no cheapest choice needs is left out: sets within cheaper ones, and elements
 * that come with others.
 *
 * @param effort After so many steps of the search, of about 3 µs each, the best choice so far is the answer.
 * @throws {RangeError} where an element is in no set.
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

/** What is known of what is left to cover, from the problem that it is part of. */
interface Known {
  /** How many sets it takes at least. */
  readonly sets: number;
  /** Payments from which to look for a bound, and for one for an exact number of sets. */
  readonly payments?: Float64Array;
  readonly countedPayments?: Float64Array;
}

/** What reducing a problem and going on from there takes, in steps. */
const STEPS_OF_VISIT = 10;

class Search {
  best: readonly number[] | undefined;
  #bestPrice = Number.POSITIVE_INFINITY;
  #steps = 0;

  constructor(private readonly effort: number) {}

  /** Whether it has stopped before it had tried everything. */
  get isTired(): boolean {
    return this.#steps > this.effort;
  }

  /** Covers what is left with the columns that are left, having chosen some at a price. */
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
    const bound = this.#boundOf(reduced, paid, { ...known, sets: known.sets - reduced.chosen.length });
    if (bound) this.#branch(reduced, bound, paid, allChosen);
  }

  /** What covering the rest costs at least; undefined where that is no better than what was found. */
  #boundOf({ rows, columns }: Reduced, paid: number, known: Known): Bound | undefined {
    const toBeat = this.#bestPrice - paid;
    const bound = coverBound({ rows, columns }, toBeat, boundFor(toBeat, columns), known.payments);
    this.#steps += bound.steps;
    if (priceFrom(bound.price, columns) >= toBeat) return undefined;
    const { payments } = bound;
    const sets = Math.max(known.sets, setsFrom(bound.price, columns));
    const count = setsWithin(toBeat);
    if (sets > count || columns.length < count) return undefined;
    if (sets < count) return { ...bound, known: { ...known, sets, payments } };
    // A better cover has as many sets, so that only their own prices count.
    const priced = { rows, columns: columns.map((column) => ({ price: column.price - SET_PRICE })) };
    const limit = toBeat - count * SET_PRICE - 1 + ROUNDING;
    const counted = countedCoverBound(priced, { count, toBeat: limit, before: known.countedPayments });
    this.#steps += counted.steps;
    if (counted.price > limit) return undefined;
    // Of each column, what the bound tells that makes it dearer.
    const price = count * SET_PRICE + counted.price;
    const reducedPrices = counted.reducedPrices.map((additional, at) =>
      Math.max(additional, bound.price + (bound.reducedPrices[at] ?? 0) - price),
    );
    return { price, reducedPrices, known: { sets, payments, countedPayments: counted.payments } };
  }

  /** Takes what covers most for its price, again and again: often a cheapest cover, and a price to beat. */
  #tryGreedily({ rows, columns }: Reduced, price: number, chosen: readonly number[]): void {
    const left = elementsOf(rows);
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

  /** One of the columns of the element with the fewest has to be chosen: each in turn, then without those before. */
  #branch({ rows, columns }: Reduced, bound: Bound, price: number, chosen: readonly number[]): void {
    const { reducedPrices, known } = bound;
    const row = rows.reduce((fewest, next) => (next.columns.length < fewest.columns.length ? next : fewest));
    const left = elementsOf(rows);
    const ways = [...row.columns].sort((a, b) => (reducedPrices[a] ?? 0) - (reducedPrices[b] ?? 0));
    const excluded = new Set<Column>();
    // A column with which the bound is not cheap enough is in no better cover.
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

/** What covering the rest costs at least, and what that tells of its parts. */
interface Bound extends Pick<CoverBound, 'price' | 'reducedPrices'> {
  readonly known: Known;
}

/**
 * What covering the rest costs at least, as a price that a cover can have: a real bound tells how many sets are needed,
 * and each of them has at least the lowest price.
 */
function priceFrom(bound: number, columns: readonly Column[]): number {
  return Math.max(
    Math.ceil(bound - ROUNDING),
    setsFrom(bound, columns) * Math.min(...columns.map(({ price }) => price)),
  );
}

/** How many sets it takes at least to cost so much. */
function setsFrom(bound: number, columns: readonly Column[]): number {
  return Math.ceil((bound - ROUNDING) / Math.max(...columns.map(({ price }) => price)));
}

/** How many sets a cover has at most that is cheaper than a price. */
function setsWithin(price: number): number {
  return Math.floor((price - 1) / SET_PRICE);
}

/** The bound from which on {@link priceFrom} gives at least a price. */
function boundFor(price: number, columns: readonly Column[]): number {
  const prices = columns.map((column) => column.price);
  const sets = Math.ceil(price / Math.min(...prices));
  return Math.min(price, (sets - 1) * Math.max(...prices) + 2 * ROUNDING);
}

/** More than sums of prices can be off by. */
const ROUNDING = 1e-6;
