import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EXPRESSION_MAX_LENGTH,
  type Expression,
  textOf,
} from '../../../../../src/features/conversion/rules/logic/expression.js';
import { type Notation, notations } from '../../../../../src/features/conversion/rules/logic/notation.js';
import {
  isWritable,
  signOf,
  textIn,
  textInWords,
} from '../../../../../src/features/conversion/rules/logic/notation-text.js';
import {
  parseAsWritten,
  parseExpression,
  variablesInOrder,
} from '../../../../../src/features/conversion/rules/logic/parse-expression.js';
import { truthTable } from '../../../../../src/features/conversion/rules/logic/truth-table.js';
import { areEquivalent } from '../../../../../src/features/conversion/rules/logic-forms/equivalence.js';
import { arbitraryExpression } from '../arbitrary-logic.js';

const notation = fc.constantFrom(...notations);
// Some of these names are operations in other notations.
const NAMES = ['A', 'E', 'F', 'V', 'X1', 'Q_IN'];
const expression = arbitraryExpression(NAMES);

function read(text: string, as?: Notation): Expression {
  const parsed = parseExpression(text, as);
  if ('problem' in parsed) throw new Error(`${text}: ${JSON.stringify(parsed.problem)}`);
  return parsed;
}

/** Returns the expression in canonical form, or the reason why it is invalid. */
function readAs(text: string, as?: Notation): string {
  const parsed = parseExpression(text, as);
  if (!('problem' in parsed)) return textOf(parsed);
  return 'position' in parsed.problem ? `${parsed.problem.kind} ${parsed.problem.position}` : parsed.problem.kind;
}

describe('notations of logic (contract 15)', () => {
  test('what is written in a notation is the same tree when it is read in it', () => {
    fc.assert(
      fc.property(expression, notation, (tree, as) => {
        const text = textIn(tree, as);
        fc.pre(text.length <= EXPRESSION_MAX_LENGTH);
        expect(read(text, as)).toEqual(tree);
      }),
      { numRuns: 10_000 },
    );
  });

  test('no brackets are written that could be left out, except in chains of NAND, NOR and XNOR', () => {
    fc.assert(
      fc.property(expression, notation, (tree, as) => {
        const text = textIn(tree, as);
        fc.pre(text.length <= EXPRESSION_MAX_LENGTH && !/NAND|NOR|[↑↓⊙]/.test(text));
        for (const [open, close] of pairs(text)) {
          const less = text.slice(0, open) + text.slice(open + 1, close) + text.slice(close + 1);
          expect(parseExpression(less, as)).not.toEqual(tree);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('a product of engineering may be written without a sign', () => {
    fc.assert(
      fc.property(expression, (tree) => {
        const text = textIn(tree, 'ENGINEERING');
        // A constant cannot directly follow another factor as a variable can.
        fc.pre(text.length <= EXPRESSION_MAX_LENGTH && !/·[01]/.test(text));
        // A variable name with an underscore absorbs the characters that follow it.
        expect(read(text.replaceAll('·', text.includes('_') ? ' ' : ''), 'ENGINEERING')).toEqual(tree);
      }),
    );
  });

  test.each([
    // Without a notation, results are the same as before notations existed.
    ['A ^ B', undefined, 'A XOR B'],
    ['A ↔ B ∧ C', undefined, 'A XNOR (B AND C)'],
    ['A ↔ B ∨ C', undefined, '(A XNOR B) OR C'],
    ['IMPLIES AND SSE', undefined, 'IMPLIES AND SSE'],
    ['A v B', undefined, 'operatorExpected 3'],
    ['AB', undefined, 'AB'],
    // Before notations existed, these operators were invalid.
    ['A -> B <-> C implica D', undefined, '(A IMPLIES B) IFF (C IMPLIES D)'],
    ['A → B → C', undefined, 'A IMPLIES (B IMPLIES C)'],
    ['a ou b implica c', undefined, '(A OR B) IMPLIES C'],
    ['p se e somente se q', undefined, 'P IFF Q'],
    ['se e somente', undefined, 'SE AND SOMENTE'],
    ['se  e somente se q', undefined, 'operandExpected 1'],
    ['A ↔ B ∨ C', 'WORDS', 'A IFF (B OR C)'],
    ['A ^ B', 'WORDS', 'A XOR B'],
    ['p ^ q v ~r', 'MATHEMATICS', '(P AND Q) OR NOT R'],
    ['p ^ ~q -> r <-> s', 'MATHEMATICS', '((P AND NOT Q) IMPLIES R) IFF S'],
    ['p => q <=> ¬q ⇒ ¬p', 'MATHEMATICS', '(P IMPLIES Q) IFF (NOT Q IMPLIES NOT P)'],
    ['v v v v v', 'MATHEMATICS', 'V OR V OR V'],
    ['~v', 'MATHEMATICS', 'NOT V'],
    ['p ∨ q ⊕ r', 'MATHEMATICS', 'P OR (Q XOR R)'],
    ['p e q', 'MATHEMATICS', 'P AND Q'],
    ["AB'C + A'B", 'ENGINEERING', '(A AND NOT B AND C) OR (NOT A AND B)'],
    ["(A+B)'(C + D0)''", 'ENGINEERING', 'NOT (A OR B) AND NOT NOT (C OR D0)'],
    ["A1B0'", 'ENGINEERING', 'A1 AND NOT B0'],
    ['A\u0305B + A1\u0305B', 'ENGINEERING', '(NOT A AND B) OR (NOT A1 AND B)'],
    ['A\u03051\u0305 + (AB)\u0305', 'ENGINEERING', 'NOT A1 OR NOT (A AND B)'],
    ['A‾ + B’ + C′', 'ENGINEERING', 'NOT A OR NOT B OR NOT C'],
    ['X_INY Z', 'ENGINEERING', 'X_INY AND Z'],
    ['A E B', 'ENGINEERING', 'A AND E AND B'],
    ['A OR B', 'ENGINEERING', 'A OR B'],
    ['or', 'ENGINEERING', 'operandExpected 1'],
    ["0' + 1A", 'ENGINEERING', 'NOT 0 OR (1 AND A)'],
    ['A1 0', 'ENGINEERING', 'operatorExpected 4'],
    ['AÇB', 'ENGINEERING', 'unknownSign 1'],
    ["'A", 'ENGINEERING', 'operandExpected 1'],
    ['AB ⊕ CD', 'ENGINEERING', '(A AND B) XOR (C AND D)'],
    ['ABCDEFG', 'ENGINEERING', 'tooManyVariables 7'],
    ['!a && b ^ c || d', 'PROGRAMMING', '(NOT A AND (B XOR C)) OR D'],
    ['a & b | c && d', 'PROGRAMMING', '((A AND B) OR C) AND D'],
    ['a ^ b & c', 'PROGRAMMING', 'A XOR (B AND C)'],
    ['a || b -> c', 'PROGRAMMING', '(A OR B) IMPLIES C'],
  ] as const)('%s in %s is read as %s', (text, as, canonical) => {
    expect(readAs(text, as)).toBe(canonical);
  });

  describe('as lessons write', () => {
    const EVERYWHERE = [
      ['A.B', 'A AND B'],
      ['A⋅B + C×D', '(A AND B) OR (C AND D)'],
      ['A • B ∙ C', 'A AND B AND C'],
      ['S = A.B', 'A AND B'],
      ['F(A, B, C) = A + B', 'A OR B'],
      ['f(x,y):=x⊻y', 'X XOR Y'],
      ['F(A, B, C) = AB', 'A AND B'],
      ['F(A, B, C) = AB + C', '(A AND B) OR C'],
      ["F(A, B, C) = A'B + AB' + ĀB̄C", '(NOT A AND B) OR (A AND NOT B) OR (NOT A AND NOT B AND C)'],
      ['S(A,B)=A(A + B)B', 'A AND (A OR B) AND B'],
      ['f(x,y) = xy ⊕ yx', '(X AND Y) XOR (Y AND X)'],
      ['f(x,y) = x ↑ xy', 'X NAND (X AND Y)'],
      ['F(A, E, B) = AEB', 'A AND E AND B'],
      ['F(A1, B0) = A1B0', 'A1 AND B0'],
      ['F(A, B) = A foo B', 'operatorExpected 13'],
      ["A' + B’", 'NOT A OR NOT B'],
      ['Ā + A\u0304 + A\u0305', 'NOT A OR NOT A OR NOT A'],
      ['x̄·ȳ', 'NOT X AND NOT Y'],
      ['/A + /(B.C)', 'NOT A OR NOT (B AND C)'],
      ['{[(A + B).C] + D}.E', '(((A OR B) AND C) OR D) AND E'],
      ['∼A ⋀ B ⋁ C ⊻ D', '(NOT A AND B) OR (C XOR D)'],
      ['⊤ ∧ ⊥', '1 AND 0'],
      ['Verdadeiro ∧ falso', '1 AND 0'],
      ['true OR FALSE', '1 OR 0'],
      ['A ou exclusivo B', 'A XOR B'],
      ['A EXOR B', 'A XOR B'],
      ['A exclusive or B', 'A XOR B'],
      ['se A então B', 'A IMPLIES B'],
      ['Se A, enta\u0303o B OU C', 'A IMPLIES (B OR C)'],
      ['A AND se B então C', 'A AND (B IMPLIES C)'],
      ['se A então se B então C', 'A IMPLIES (B IMPLIES C)'],
      ['(se A então B) sse C', '(A IMPLIES B) IFF C'],
      ['se A entao B sse C', '(A IMPLIES B) IFF C'],
      ['if A then B', 'A IMPLIES B'],
      ['si A entonces B', 'A IMPLIES B'],
      ['A se, e somente se, B', 'A IFF B'],
      ['A se e só se B', 'A IFF B'],
      ['[A)', 'bracketUnopened 3'],
      ['se A', 'operatorExpected 4'],
      ['se A B então C', 'operatorExpected 6'],
      ['A então B', 'operatorExpected 3'],
      ['A/B', 'operatorExpected 2'],
      ['F(A, A) = A', 'unknownSign 4'],
      // The kelvin sign, which looks like K.
      ['F(\u212a) = K', 'unknownSign 6'],
      ['F(A,B,C,D,E,G,H) = A', 'tooManyVariables 1'],
      ['F(A,B,C,D,E,F) = G', 'tooManyVariables 18'],
      ['S = T = A', 'unknownSign 7'],
    ] as const;
    // In the notation of engineers, words of other notations are products, and E is a variable. A product binds
    // no more tightly than AND or NAND.
    const BUT_ENGINEERING = new Set([
      ...['se A', 'A então B', 'se A B então C'],
      ...['f(x,y) = x ↑ xy', 'F(A, B) = A foo B'],
    ]);

    test.each(EVERYWHERE)('%s is %s in every notation', (text, canonical) => {
      for (const as of [undefined, ...notations]) {
        if (as !== 'ENGINEERING' || !BUT_ENGINEERING.has(text)) expect([as, readAs(text, as)]).toEqual([as, canonical]);
      }
    });

    test.each([
      ['V ∧ F', 'MATHEMATICS', '1 AND 0'],
      ['p → F', 'MATHEMATICS', 'P IMPLIES 0'],
      ['V V F', 'MATHEMATICS', '1 OR 0'],
      ['p v F', 'MATHEMATICS', 'P OR 0'],
      ['V e F', 'WORDS', '1 AND 0'],
      ['A ∧ F', 'MATHEMATICS', 'A AND F'],
      ['v ∧ f', 'MATHEMATICS', 'V AND F'],
      ['VF', 'ENGINEERING', 'V AND F'],
      ['V && F', 'PROGRAMMING', 'V AND F'],
      ['V AND F', undefined, 'V AND F'],
      ['VERDADEIROA', 'MATHEMATICS', 'VERDADEIROA'],
      ['A\u0305B ∧ C', 'MATHEMATICS', 'unknownSign 1'],
    ] as const)('%s in %s is read as %s', (text, as, canonical) => {
      expect(readAs(text, as)).toBe(canonical);
    });

    test.each([
      ['p ^ q -> P', 'MATHEMATICS', 'p ∧ q → p'],
      ['x̄y', 'ENGINEERING', "x'·y"],
      ['F(a, b) = B + A', 'ENGINEERING', 'b + a'],
      ['p e q', undefined, 'P AND Q'],
    ] as const)('%s in %s keeps its small letters: %s', (text, as, written) => {
      const parsed = parseAsWritten(text, as);
      expect('problem' in parsed ? parsed : textIn(parsed, as)).toBe(written);
    });

    test('the table of a function has the variables that it names, in that order, and then others', () => {
      const text = 'S(c, b, a) = C + d';
      const parsed = parseAsWritten(text, 'ENGINEERING') as Expression;
      const { variables, rows } = truthTable(parsed, 'ENGINEERING', variablesInOrder(parsed, text, 'ENGINEERING'));
      expect([variables, rows.length]).toEqual([['c', 'b', 'a', 'd'], 16]);
    });

    test('an expression is the same whichever letters are small', () => {
      const [small, large] = ['p ∧ q', 'Q ∧ P'].map((text) => parseAsWritten(text, 'MATHEMATICS') as Expression);
      expect(areEquivalent(small as Expression, large as Expression)).toMatchObject({
        ...{ areEquivalent: true, variables: ['p', 'q'] },
      });
    });
  });

  test.each([
    ['WORDS', 'A AND NOT (B OR C) IMPLIES A XOR B', '(A AND B) NAND C'],
    ['MATHEMATICS', 'A ∧ ¬(B ∨ C) → A ⊕ B', '(A ∧ B) ↑ C'],
    ['ENGINEERING', "A·(B + C)' → A ⊕ B", '(A·B) ↑ C'],
    ['PROGRAMMING', 'A && !(B || C) -> A ^ B', '(A && B) NAND C'],
  ] as const)('in %s, one is written %s', (as, implication, nand) => {
    expect(textIn(read('(A AND NOT (B OR C)) IMPLIES (A XOR B)'), as)).toBe(implication);
    expect(textIn(read('(A AND B) NAND C'), as)).toBe(nand);
  });

  test('what is written for languages of programming, they read in the same way', () => {
    const known = (tree: Expression): boolean =>
      tree.kind !== 'OPERATION' ||
      (['NOT', 'AND', 'OR', 'XOR'].includes(tree.operation) && tree.inputs.every((input) => known(input)));
    fc.assert(
      fc.property(arbitraryExpression(['A', 'B', 'C']).filter(known), (tree) => {
        const { variables, rows } = truthTable(tree);
        const compute = new Function(...variables, `return Number(${textIn(tree, 'PROGRAMMING')})`);
        for (const { inputs, result } of rows) expect(compute(...inputs)).toBe(result);
      }),
    );
  });

  test('names of several letters can be written everywhere but in engineering', () => {
    expect(notations.map((as) => isWritable(read('NOT rain OR A'), as))).toEqual([true, true, false, true]);
    expect(isWritable(read('X1 AND Q_IN OR 1'), 'ENGINEERING')).toBe(true);
  });

  test('any text is read in any notation, or has a problem at a place within it', () => {
    const piece = fc.constantFrom(
      'A',
      'b',
      'E',
      'v',
      '(',
      ')',
      ' and ',
      '|',
      '~',
      '1',
      ' ',
      "'",
      '\u0305',
      'Ā',
      '.',
      '/',
      '[',
      '}',
      ' se ',
      ', então ',
      'S = ',
      'F(A, v) = ',
      'F',
      '->',
      '‾',
      '😀',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30, size: 'max' }), notation, (pieces, as) => {
        const typed = pieces.join('');
        const parsed = parseExpression(typed, as);
        if (!('problem' in parsed)) {
          const text = textIn(parsed, as);
          if (text.length <= EXPRESSION_MAX_LENGTH) expect(read(text, as)).toEqual(parsed);
          return;
        }
        if (!('position' in parsed.problem)) return;
        const { position, found } = parsed.problem;
        expect(typed.slice(position - 1, position - 1 + found.length)).toBe(found);
        expect(position).toBeLessThanOrEqual(typed.length + 1);
      }),
      { numRuns: 5000 },
    );
  });

  test('an expression is spelt out in the words of a language, with the brackets that it needs', () => {
    const words = {
      AND: 'E',
      OR: 'OU',
      XOR: 'OU EXCLUSIVO',
      NAND: 'NÃO-E',
      NOR: 'NÃO-OU',
      XNOR: 'NÃO-OU EXCLUSIVO',
      NOT: 'NÃO',
      IMPLIES: 'IMPLICA',
      IFF: 'SE E SOMENTE SE',
    };
    expect(textInWords(read('A ∧ (B ⊕ ¬C)'), words)).toBe('A E (B OU EXCLUSIVO NÃO C)');
    expect(textInWords(read('¬(A ∨ B) → C'), words)).toBe('NÃO (A OU B) IMPLICA C');
  });

  test.each([
    ['MATHEMATICS', '¬ ∧ ∨ ⊕ ↔'],
    ['ENGINEERING', "' · + ⊕ ↔"],
    ['PROGRAMMING', '! && || ^ <->'],
    ['WORDS', 'NOT AND OR XOR IFF'],
  ] as const)('each operation has a sign in %s', (as, signs) => {
    expect((['NOT', 'AND', 'OR', 'XOR', 'IFF'] as const).map((name) => signOf(name, as)).join(' ')).toBe(signs);
  });
});

function pairs(text: string): [number, number][] {
  const open: number[] = [];
  const found: [number, number][] = [];
  [...text].forEach((sign, index) => {
    if (sign === '(') open.push(index);
    if (sign === ')') found.push([open.pop() ?? -1, index]);
  });
  return found;
}
