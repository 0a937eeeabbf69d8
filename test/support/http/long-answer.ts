const EXPRESSION = ['A', 'B', 'C', 'D', 'F', 'G'].map((name) => `${'!'.repeat(29)}${name}`).join('^');

/** A query for eight times the values of a table with the maximum number of columns, whose answer has some 190 KB. */
export const LONG_ANSWER = {
  query: `query ($expression: String!) {
    truthTable(expression: $expression) { rows { ${[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `v${n}: values`).join(' ')} } }
  }`,
  variables: { expression: EXPRESSION },
};
