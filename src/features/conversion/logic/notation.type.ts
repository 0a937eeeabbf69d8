import { registerEnumType } from 'type-graphql';
import { enumOf } from '../enum-of.js';
import { notations } from '../rules/logic/notation.js';

/** The enum `Notation`: {@link notations}. */
export const NotationEnum = enumOf(notations);
registerEnumType(NotationEnum, {
  name: 'Notation',
  description: 'How an expression is read and written. Signs that mean one thing only are read in every notation.',
  valuesConfig: {
    WORDS: { description: '`A AND NOT B`. `^` is XOR.' },
    MATHEMATICS: { description: '`p ∧ ¬q`. `^` is AND, `v` between two operands is OR.' },
    ENGINEERING: {
      description: "`A·B' + C`. A variable has one letter, with digits: `AB'` is A AND NOT B. `^` is XOR.",
    },
    PROGRAMMING: { description: '`a && !b`. `^` is XOR; precedences are those of C and JavaScript.' },
  },
});

/** For an argument that may be left out: expressions are then read as they were before there were notations. */
export const NOTATION_ARGUMENT = {
  nullable: true,
  description: 'Without it: words or symbols, `^` and `↔` being XOR and XNOR.',
};
