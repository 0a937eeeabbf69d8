import type { MinimiseTask } from '../../../../../src/features/conversion/rules/exercises/task.js';

type Form = MinimiseTask['form'];

/** The literals of each term, such as `A` and `B'`. */
export type Terms = readonly (readonly string[])[];

/**
 * Reads a form as solutions are written, such as `A·B' + C` or `(A + B')·C`, without the parser. Returns undefined for
 * any other text.
 */
export function readForm(text: string, form: Form): string[][] | undefined {
  const literals = (term: string) => term.match(/[A-D]'?/g) ?? [];
  if (form === 'SUM_OF_PRODUCTS') {
    const isPlain = /^[A-D]'?(?:·?[A-D]'?)*(?: \+ [A-D]'?(?:·?[A-D]'?)*)*$/.test(text);
    return isPlain ? text.split(' + ').map(literals) : undefined;
  }
  const sum = String.raw`[A-D]'?(?: \+ [A-D]'?)*`;
  if (new RegExp(`^${sum}$`).test(text)) return [literals(text)];
  const factor = String.raw`(?:[A-D]'?|\(${sum}\))`;
  if (!new RegExp(`^${factor}(?:·?${factor})*$`).test(text)) return undefined;
  return (text.match(new RegExp(factor, 'g')) ?? []).map(literals);
}

export function writeForm(terms: Terms, form: Form): string {
  if (form === 'SUM_OF_PRODUCTS') return terms.map((term) => term.join('')).join(' + ');
  return terms.map((term) => `(${term.join(' + ')})`).join('');
}

/** Computes the column of a form, a row at a time. */
export function columnOfForm(terms: Terms, variables: readonly string[], form: Form): string {
  return Array.from({ length: 2 ** variables.length }, (_, row) => {
    const bits = row.toString(2).padStart(variables.length, '0');
    const isOne = (literal: string) => (bits[variables.indexOf(literal[0] ?? '')] === '1') !== literal.endsWith("'");
    const value =
      form === 'SUM_OF_PRODUCTS' ? terms.some((term) => term.every(isOne)) : terms.every((term) => term.some(isOne));
    return Number(value);
  }).join('');
}

/** Returns a term for each row that the form is built from. */
export function canonicalTerms(column: string, variables: readonly string[], form: Form): string[][] {
  const isSum = form === 'SUM_OF_PRODUCTS';
  return [...column].flatMap((output, row) => {
    if (output !== (isSum ? '1' : '0')) return [];
    const bits = row.toString(2).padStart(variables.length, '0');
    return [variables.map((name, at) => ((bits[at] === '1') === isSum ? name : `${name}'`))];
  });
}
