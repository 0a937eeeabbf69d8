import { registerEnumType } from 'type-graphql';
import { createEnum } from '../create-enum.js';
import { notations } from '../rules/logic/notation.js';

export const NotationEnum = createEnum(notations);
registerEnumType(NotationEnum, {
  name: 'Notation',
  description: 'How an expression is read and written. Signs with a single meaning are read in every notation.',
  valuesConfig: {
    WORDS: { description: 'Words: `A AND NOT B`. `^` is XOR.' },
    MATHEMATICS: { description: 'Signs of mathematics: `p ∧ ¬q`. `^` is AND, `v` between two operands is OR.' },
    ENGINEERING: {
      description:
        "Signs of engineers: `A·B' + C`. A variable has one letter, with digits: `AB'` is A AND NOT B. `^` is XOR.",
    },
    PROGRAMMING: {
      description: 'Signs of programs: `a && !b`. `^` is XOR; precedences are those of C and JavaScript.',
    },
  },
});

/** Options of an optional argument. Without it, expressions are parsed as they were before notations existed. */
export const NOTATION_ARGUMENT = {
  nullable: true,
  description: 'Default: words or symbols, with `^` and `↔` as XOR and XNOR.',
};
