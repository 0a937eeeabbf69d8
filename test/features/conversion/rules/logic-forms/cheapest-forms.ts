interface Price {
  readonly term: number;
  readonly literal: number;
}

/**
 * Returns the prices of the cheapest sums of products of all functions of this number of variables. The index is the
 * function's column, as a number whose highest bit is the first row. Doesn't use prime implicants: each function is
 * another function OR a product, and adding a product never makes a column smaller.
 */
export function cheapestForms(variables: number, price: Price): number[] {
  const products = listProducts(variables);
  const cheapest = new Array<number>(2 ** (2 ** variables)).fill(Number.POSITIVE_INFINITY);
  cheapest[0] = 0;
  cheapest.forEach((paid, column) => {
    for (const product of products) {
      const next = column | product.column;
      const sum = paid + price.term + price.literal * product.literals;
      if (next !== column && sum < (cheapest[next] ?? 0)) cheapest[next] = sum;
    }
  });
  return cheapest;
}

/** Returns all products of plain or negated variables, each with its column. */
function listProducts(variables: number): { column: number; literals: number }[] {
  const rows = 2 ** variables;
  return Array.from({ length: 3 ** variables }, (_, code) => {
    const signs = code.toString(3).padStart(variables, '0');
    let column = 0;
    for (let row = 0; row < rows; row += 1) {
      const bits = row.toString(2).padStart(variables, '0');
      const holds = [...signs].every((sign, index) => sign === '2' || sign === bits[index]);
      if (holds) column |= 1 << (rows - 1 - row);
    }
    return { column, literals: [...signs].filter((sign) => sign !== '2').length };
  });
}
