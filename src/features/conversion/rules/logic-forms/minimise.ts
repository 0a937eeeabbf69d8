import type { Expression } from '../logic/expression.js';
import { type FormName, formExpression } from './form-expression.js';
import { type LogicFunction, rowsWith } from './logic-function.js';
import { minimumCover } from './minimum-cover.js';
import { bitCount, type Implicant, primeImplicants } from './prime-implicants.js';

/** A prime implicant of a function or, for a product of sums, of its complement. */
export interface Prime {
  /** `0` or `1` for each variable, or `-` if the variable is left out: `1-0`. */
  readonly pattern: string;
  /** The rows covered by the prime implicant, including don't-cares, in ascending order. */
  readonly rows: readonly number[];
  /** The term as an expression: a product, or a sum in a product of sums. */
  readonly expression: Expression;
  readonly literals: number;
  /** Whether it is the only prime implicant that covers some required row. */
  readonly isEssential: boolean;
  /** Whether the prime implicant is part of the minimal form. */
  readonly isChosen: boolean;
}

/** A form of a function with the fewest terms, and among those the fewest literals. */
export interface MinimalForm {
  readonly form: FormName;
  readonly function: LogicFunction;
  readonly expression: Expression;
  /** All prime implicants, shortest first. */
  readonly primes: readonly Prime[];
  /** The prime implicants that make up the form, in the order of their variables. */
  readonly cover: readonly Prime[];
  readonly terms: number;
  readonly literals: number;
  /** Whether the form is proved to be minimal, which is always the case without a limit on the effort. */
  readonly isProven: boolean;
}

/**
 * Finds a minimal form of a function of at most 6 variables: computes all prime implicants, then a provably minimal
 * selection of them that covers every row with a 1 (with a 0 for a product of sums). Don't-cares may be either.
 *
 * @param effort limits {@link minimumCover}. Without a limit, even the hardest functions found by a deliberate search
 * take about a second.
 */
export function minimise(given: LogicFunction, form: FormName, effort?: number): MinimalForm {
  const required = rowsWith(given, form === 'SUM_OF_PRODUCTS' ? '1' : '0');
  const allowed = new Set([...required, ...rowsWith(given, '-')]);
  const { variables } = given;
  const implicants = primeImplicants(variables.length, new Set(required), allowed);
  const { chosen: indexes, isProven } = minimumCover(required, implicants.map(choosable), effort);
  const chosen = new Set(indexes);
  const primes = implicants.map((implicant, index): Prime => {
    const pattern = patternOf(implicant, variables.length);
    return {
      pattern,
      rows: implicant.rows,
      expression: formExpression([pattern], variables, form),
      literals: bitCount(implicant.fixed),
      isEssential: required.some((row) => isAlone(implicant, row, implicants)),
      isChosen: chosen.has(index),
    };
  });
  const cover = primes.filter(({ isChosen }) => isChosen).sort((one, other) => compareTerms(one, other, form));
  const patterns = cover.map(({ pattern }) => pattern);
  return {
    form,
    function: given,
    expression: formExpression(patterns, variables, form),
    primes,
    cover,
    terms: cover.length,
    literals: cover.reduce((sum, { literals }) => sum + literals, 0),
    isProven,
  };
}

/** Orders terms as lessons write them: AB + A'C + BC'. A variable comes before its negation, and before its lack. */
function compareTerms(one: Prime, other: Prime, form: FormName): number {
  const signs = form === 'SUM_OF_PRODUCTS' ? '10-' : '01-';
  const place = [...one.pattern].findIndex((sign, index) => sign !== other.pattern[index]);
  return signs.indexOf(one.pattern[place] ?? '-') - signs.indexOf(other.pattern[place] ?? '-');
}

function choosable({ fixed, rows }: Implicant): { elements: readonly number[]; price: number } {
  return { elements: rows, price: bitCount(fixed) };
}

function isAlone(implicant: Implicant, row: number, all: readonly Implicant[]): boolean {
  return all.every((other) => other.rows.includes(row) === (other === implicant));
}

function patternOf({ fixed, value }: Implicant, variableCount: number): string {
  return Array.from({ length: variableCount }, (_, index) => {
    const bit = 1 << (variableCount - 1 - index);
    if ((fixed & bit) === 0) return '-';
    return (value & bit) === 0 ? '0' : '1';
  }).join('');
}
