/** A covering problem: the columns that cover each row, and the price of each column. */
export interface CoverProblem {
  readonly rows: readonly { readonly place: number; readonly columns: readonly number[] }[];
  readonly columns: readonly { readonly price: number }[];
}

export interface CoverBound {
  readonly price: number;
  /**
   * For each column, its price minus the payments of its rows. Columns with low values are likely in a cheapest cover.
   */
  readonly reducedPrices: Float64Array;
  /** For each row, by its place, its payment. */
  readonly payments: Float64Array;
  readonly steps: number;
}

/** Number of steps from scratch, and from the payments of a similar problem; more steps hardly raise the bound. */
const FIRST_STEPS = 80;
const NEXT_STEPS = 25;
/** Number of steps without a better bound after which their length is halved. */
const PATIENCE = 4;

/**
 * Computes a lower bound for the price of a cover by Lagrangian relaxation: each row pays something, and a column is
 * worth choosing only if its rows pay its price. The bound is valid for any payments; the steps look for payments that
 * make it high (the subgradient method), and stop once it reaches `enough`.
 *
 * @param toBeat the price of the cheapest cover so far.
 * @param before the payments of a similar problem, from which to start.
 */
export function coverBound(problem: CoverProblem, toBeat: number, enough: number, before?: Float64Array): CoverBound {
  const links = linksOf(problem);
  const payments = firstPayments(problem, before);
  const found = { price: 0, reducedPrices: links.prices, payments: payments.slice(), steps: 0 };
  let length = before ? 0.5 : 1;
  let patience = PATIENCE;
  for (let step = before ? NEXT_STEPS : FIRST_STEPS; step > 0 && found.price < enough; step -= 1) {
    found.steps += 1;
    const reducedPrices = reduce(links, payments);
    const price = computeBound(payments, reducedPrices);
    patience = price > found.price ? PATIENCE : patience - 1;
    if (price > found.price) Object.assign(found, { price, reducedPrices, payments: payments.slice() });
    if (patience === 0) [length, patience] = [length / 2, PATIENCE];
    if (!pay(missingIn(links, reducedPrices, 0), payments, length * Math.max(1, toBeat * 1.02 - price))) break;
  }
  return { ...found, payments: byPlace(problem, found.payments) };
}

/**
 * Computes a lower bound for the price of a cover of exactly `count` columns in the same way: for any payments, such a
 * cover costs at least all payments plus the `count` lowest reduced prices. This bound is much higher than {@link
 * coverBound} where a cover could use fewer columns if fractions of columns were allowed. The resulting reduced prices
 * are the minimum extra cost of choosing each column.
 */
export function countedCoverBound(
  problem: CoverProblem,
  { count, toBeat, before }: { readonly count: number; readonly toBeat: number; readonly before?: Float64Array },
): CoverBound {
  const links = linksOf(problem);
  const payments = firstPayments(problem, before);
  const none = Number.NEGATIVE_INFINITY;
  const found = { price: none, reducedPrices: links.prices, payments: payments.slice(), steps: 0 };
  let length = before ? 0.5 : 1;
  let patience = PATIENCE;
  for (let step = before ? NEXT_STEPS : FIRST_STEPS; step > 0 && found.price < toBeat; step -= 1) {
    found.steps += 1;
    const reducedPrices = reduce(links, payments);
    const sorted = reducedPrices.slice().sort();
    const dearest = sorted[count - 1] ?? 0;
    const price = sum(payments) + sum(sorted.subarray(0, count));
    patience = price > found.price ? PATIENCE : patience - 1;
    if (price > found.price) {
      const additional = reducedPrices.map((reduced) => Math.max(0, reduced - dearest));
      Object.assign(found, { price, reducedPrices: additional, payments: payments.slice() });
    }
    if (patience === 0) [length, patience] = [length / 2, PATIENCE];
    const missing = missingIn(links, reducedPrices, Math.min(dearest + TIE, sorted[count] ?? Number.POSITIVE_INFINITY));
    if (!pay(missing, payments, length * Math.max(1, toBeat * 1.02 - price))) break;
  }
  return { ...found, payments: byPlace(problem, found.payments) };
}

/** Maximum difference between prices that count as equal. */
const TIE = 1e-9;

function byPlace({ rows }: CoverProblem, payments: Float64Array): Float64Array {
  const found = new Float64Array(64);
  rows.forEach(({ place }, row) => {
    found[place] = payments[row] ?? 0;
  });
  return found;
}

function sum(values: Float64Array): number {
  let total = 0;
  for (let at = 0; at < values.length; at += 1) total += values[at] as number;
  return total;
}

/** The pairs of row and column as flat lists, which are quick to traverse. */
interface Links {
  readonly rows: Uint8Array;
  readonly columns: Uint16Array;
  readonly prices: Float64Array;
  readonly rowCount: number;
}

function linksOf({ rows, columns }: CoverProblem): Links {
  const count = rows.reduce((sum, row) => sum + row.columns.length, 0);
  const links = {
    rows: new Uint8Array(count),
    columns: new Uint16Array(count),
    prices: Float64Array.from(columns, ({ price }) => price),
    rowCount: rows.length,
  };
  let at = 0;
  rows.forEach((row, index) => {
    for (const column of row.columns) {
      links.rows[at] = index;
      links.columns[at] = column;
      at += 1;
    }
  });
  return links;
}

function firstPayments({ rows, columns }: CoverProblem, before: Float64Array | undefined): Float64Array {
  const typical = columns[0]?.price ?? 0;
  return Float64Array.from(rows, ({ place }) => before?.[place] ?? typical / 4);
}

function reduce({ rows, columns, prices }: Links, payments: Float64Array): Float64Array {
  const reduced = prices.slice();
  for (let at = 0; at < rows.length; at += 1) {
    const column = columns[at] as number;
    reduced[column] = (reduced[column] as number) - (payments[rows[at] as number] as number);
  }
  return reduced;
}

function computeBound(payments: Float64Array, reducedPrices: Float64Array): number {
  let bound = 0;
  for (let row = 0; row < payments.length; row += 1) bound += payments[row] as number;
  for (let column = 0; column < reducedPrices.length; column += 1) {
    const price = reducedPrices[column] as number;
    if (price < 0) bound += price;
  }
  return bound;
}

/** Returns, for each row, 1 minus the number of columns cheaper than `limit` that cover it. */
function missingIn({ rows, columns, rowCount }: Links, reduced: Float64Array, limit: number): Int16Array {
  const missing = new Int16Array(rowCount).fill(1);
  for (let at = 0; at < rows.length; at += 1) {
    if ((reduced[columns[at] as number] as number) < limit)
      missing[rows[at] as number] = (missing[rows[at] as number] as number) - 1;
  }
  return missing;
}

/**
 * Raises the payments of rows that no cheap column covers, and lowers those of rows that several cover. Returns false
 * if nothing would change.
 */
function pay(missing: Int16Array, payments: Float64Array, distance: number): boolean {
  let square = 0;
  for (let row = 0; row < missing.length; row += 1) square += (missing[row] as number) ** 2;
  if (square === 0) return false;
  for (let row = 0; row < missing.length; row += 1) {
    payments[row] = Math.max(0, (payments[row] as number) + (distance / square) * (missing[row] as number));
  }
  return true;
}
