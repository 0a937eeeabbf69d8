import { describe, expect, test } from 'vitest';
import { exerciseSheet, gradeAnswer } from '../../../../../src/features/conversion/rules/exercises/exercise.js';
import type { MinimiseTask, Task } from '../../../../../src/features/conversion/rules/exercises/task.js';

/** Returns all products as patterns, e.g. `1-0` for A C'. */
const listProducts = (variables: number): string[] =>
  Array.from({ length: 3 ** variables }, (_, number) =>
    number.toString(3).padStart(variables, '0').replaceAll('2', '-'),
  );

function computeColumn(products: readonly string[], variables: number): string {
  return Array.from({ length: 2 ** variables }, (_, number) => {
    const row = number.toString(2).padStart(variables, '0');
    return products.some((product) => [...product].every((sign, at) => sign === '-' || sign === row[at])) ? '1' : '0';
  }).join('');
}

const literalsOf = (products: readonly string[]) => products.join('').replaceAll('-', '').length;

function textOf(products: readonly string[]): string {
  const literal = (sign: string, at: number) => (sign === '-' ? '' : `${'ABCD'[at]}${sign === '0' ? "'" : ''}`);
  return products.map((product) => [...product].map(literal).join('')).join(' + ');
}

/** Yields every set of up to three products. */
function* listSums(variables: number): Iterable<string[]> {
  const products = listProducts(variables).filter((product) => literalsOf([product]) > 0);
  for (const [first, one] of products.entries()) {
    yield [one];
    for (const [second, other] of products.entries()) {
      if (second <= first) continue;
      yield [one, other];
      for (const third of products.slice(second + 1)) yield [one, other, third];
    }
  }
}

describe('answers to exercises of minimal forms (contract 15)', () => {
  test('a map that was filled in counting order is named', () => {
    const three: Task = { kind: 'MINIMISE', variables: ['A', 'B', 'C'], outputs: '00100010', form: 'SUM_OF_PRODUCTS' };
    expect(gradeAnswer({ task: three }, "BC'").isCorrect).toBe(true);
    expect(gradeAnswer({ task: three }, 'BC').mistake?.kind).toBe('MAP_IN_BINARY_ORDER');
    expect(gradeAnswer({ task: three }, 'AC').mistake?.kind).toBe('NOT_EQUIVALENT');
    const four: Task = {
      kind: 'MINIMISE',
      variables: ['A', 'B', 'C', 'D'],
      // Rows 8 to 11, which are AB'.
      outputs: '0000000011110000',
      form: 'SUM_OF_PRODUCTS',
    };
    expect(gradeAnswer({ task: four }, 'AB').mistake?.kind).toBe('MAP_IN_BINARY_ORDER');
  });

  test('of all sums of up to three products, exactly the smallest that are f are accepted', () => {
    const tasks = new Map<string, MinimiseTask>();
    for (let seed = 0; tasks.size < 6; seed += 1) {
      for (const { task } of exerciseSheet({ kind: 'MINIMISE', level: 1, seed: `seed ${seed}` }).exercises) {
        if (task.kind === 'MINIMISE' && tasks.size < 6) tasks.set(task.outputs, task);
      }
    }
    for (const task of tasks.values()) {
      const size = task.variables.length;
      const sums = [...listSums(size)];
      const right = sums.filter((sum) => computeColumn(sum, size) === task.outputs);
      const cost = (sum: readonly string[]) => sum.length * 100 + literalsOf(sum);
      const least = Math.min(...right.map(cost));
      const accepted = new Set(right.filter((sum) => cost(sum) === least));
      expect(accepted.size).toBeGreaterThan(0);
      // Tries all sums that equal f, and a sample of the many others.
      const tried = sums.filter((sum, index) => computeColumn(sum, size) === task.outputs || index % 40 === 0);
      for (const sum of tried) {
        const { isCorrect, mistake } = gradeAnswer({ task }, textOf(sum));
        expect([task.outputs, textOf(sum), isCorrect]).toEqual([task.outputs, textOf(sum), accepted.has(sum)]);
        if (!isCorrect) expect(mistake).not.toBeNull();
      }
    }
  });

  test('the column of a literal is computed once, however often it is compared', () => {
    let columns = 0;
    const counting: Task = {
      kind: 'MINIMISE',
      get variables() {
        columns += 1;
        return ['A', 'B', 'C', 'D'];
      },
      outputs: '1010010110101110',
      form: 'SUM_OF_PRODUCTS',
    };
    const repeated = 70;
    const grade = gradeAnswer({ task: counting }, `AD' + A'BD + BC'D + B'D'${"B'".repeat(repeated)}`);
    expect(grade.mistake?.kind).toBe('GROUP_NOT_MAXIMAL');
    expect(columns).toBeLessThan(2 * repeated);
  });

  const task: Task = { kind: 'MINIMISE', variables: ['A', 'B', 'C'], outputs: '01110111', form: 'SUM_OF_PRODUCTS' };
  const gradeOf = (answer: string, given: Task = task) => gradeAnswer({ task: given }, answer);

  test.each(['B + C', 'c+b', 'B OR C', 'B ∨ C', 'b || c', 'B OU C', '(B) + (C)'])('%s is B + C', (answer) => {
    expect(gradeOf(answer)).toEqual({ isCorrect: true, mistake: null });
  });

  test('a mistake is named, with a row that shows it', () => {
    const difference = { assignment: 'A\u00a0=\u00a00, B\u00a0=\u00a00, C\u00a0=\u00a01', given: 0, wanted: 1 };
    expect(gradeOf('B').mistake).toEqual({ kind: 'GROUP_MISSING', values: difference });
    expect(gradeOf("B + A'").mistake?.kind).toBe('NOT_EQUIVALENT');
    expect(gradeOf("B + C + A'").mistake?.kind).toBe('GROUP_TOO_LARGE');
    expect(gradeOf("B'C'").mistake?.kind).toBe('COMPLEMENT_GIVEN');
    expect(gradeOf("(B'C')'").mistake?.kind).toBe('NOT_IN_FORM');
    expect(gradeOf('B + C + 0').mistake?.kind).toBe('NOT_IN_FORM');
    expect(gradeOf('B + C + D').mistake).toEqual({ kind: 'UNKNOWN_VARIABLE', values: { variable: 'D' } });
    expect(gradeOf('B + (C').problem).toBeDefined();
  });

  test('of a form that is too large, the group to change is described', () => {
    expect(gradeOf("B + B'C").mistake?.kind).toBe('GROUP_NOT_MAXIMAL');
    expect(gradeOf('B + C + AB').mistake?.kind).toBe('GROUP_SUPERFLUOUS');
    // Six cells in a circle can be joined in three pairs, but also in four of which none can be left out.
    const circle: Task = { ...task, outputs: '11100111' };
    expect(gradeOf("A'B' + BC' + AC", circle).isCorrect).toBe(true);
    expect(gradeOf("A'B' + A'C' + AC + AB", circle).mistake).toEqual({
      kind: 'NOT_MINIMAL',
      values: { terms: 4, literals: 8 },
    });
  });

  test('a product of sums is graded as one', () => {
    const product: Task = { ...task, variables: ['A', 'B'], outputs: '0001', form: 'PRODUCT_OF_SUMS' };
    for (const answer of ['AB', 'A·B', 'A AND B', 'A ∧ B', '(A)(B)', 'A && B']) {
      expect([answer, gradeOf(answer, product).isCorrect]).toEqual([answer, true]);
    }
    expect(gradeOf("(A + B)(A + B')B", product).mistake?.kind).toBe('GROUP_SUPERFLUOUS');
    expect(gradeOf("A' + B'", product).mistake?.kind).toBe('COMPLEMENT_GIVEN');
  });
});
