interface Price {
  readonly term: number;
  readonly literal: number;
}

/**
 * Returns the price of a column's cheapest form by trying, for each row, every term that covers it. Builds terms from
 * all matching patterns, whether or not they are prime or needed.
 */
export function cheapestByTrial(column: string, form: 'SUM_OF_PRODUCTS' | 'PRODUCT_OF_SUMS', price: Price): number {
  const one = form === 'SUM_OF_PRODUCTS' ? '1' : '0';
  const terms = fittingTerms(column, one, price);
  const needed = [...column].reduce((rows, output, row) => (output === one ? rows | (1n << BigInt(row)) : rows), 0n);
  const largest = Math.max(1, ...terms.map(({ rows }) => countOf(rows & needed)));
  let best = Number.POSITIVE_INFINITY;
  const visit = (left: bigint, paid: number): void => {
    if (left === 0n) best = Math.min(best, paid);
    if (left === 0n || paid + Math.ceil(countOf(left) / largest) * price.term >= best) return;
    let ways: readonly Term[] | undefined;
    for (let row = 0; row < column.length; row += 1) {
      if (((left >> BigInt(row)) & 1n) === 0n) continue;
      const covering = terms.filter(({ rows }) => ((rows >> BigInt(row)) & 1n) === 1n);
      if (!ways || covering.length < ways.length) ways = covering;
    }
    for (const { rows, cost } of ways ?? []) visit(left & ~rows, paid + cost);
  };
  visit(needed, 0);
  return best;
}

interface Term {
  readonly rows: bigint;
  readonly cost: number;
}

/** Returns the terms that cover no row with the other output, largest first. Drops terms contained in another. */
function fittingTerms(column: string, one: string, price: Price): Term[] {
  const variables = Math.log2(column.length);
  const all = Array.from({ length: 3 ** variables }, (_, code): Term | undefined => {
    const signs = code.toString(3).padStart(variables, '0');
    let rows = 0n;
    for (let row = 0; row < column.length; row += 1) {
      const bits = row.toString(2).padStart(variables, '0');
      if (![...signs].every((sign, index) => sign === '2' || sign === bits[index])) continue;
      if (column[row] !== one && column[row] !== '-') return undefined;
      rows |= 1n << BigInt(row);
    }
    return { rows, cost: price.term + price.literal * [...signs].filter((sign) => sign !== '2').length };
  }).filter((term) => term !== undefined);
  const maximal = all.filter(({ rows }) => !all.some((other) => other.rows !== rows && (rows & ~other.rows) === 0n));
  return maximal.sort((a, b) => countOf(b.rows) - countOf(a.rows));
}

function countOf(bits: bigint): number {
  return bits.toString(2).replaceAll('0', '').length;
}
