const EXPRESSION = ['A', 'B', 'C', 'D', 'F', 'G'].map((name) => `${'!'.repeat(29)}${name}`).join('^');

/** Eight times the values of a table with as many columns as there may be: an answer of some 190 KB. */
export const LONG_ANSWER = {
  query: `query ($expression: String!) {
    truthTable(expression: $expression) { rows { ${[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `v${n}: values`).join(' ')} } }
  }`,
  variables: { expression: EXPRESSION },
};
