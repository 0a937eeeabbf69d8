import { Extensions, Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { costs } from '../../../platform/graphql/field-marks.js';
import { createEnum } from '../create-enum.js';
import { type Bit, type LogicOperationName, logicOperationNames } from '../rules/logic/logic-operations.js';
import type {
  ExpressionNode as Node,
  TruthTableRow as Row,
  TruthTable as Table,
  TruthTableColumn as TableColumn,
} from '../rules/logic/truth-table.js';
import type { BitColumn as Column, BitPattern as Pattern } from '../rules/representations/bitwise.js';
import { ExpressionReading, READING_FIELD } from './reading.types.js';

export const LogicOperation = createEnum(logicOperationNames);
registerEnumType(LogicOperation, {
  name: 'LogicOperation',
  description: 'A logic operation on bits: NOT takes one, every other two.',
  valuesConfig: {
    AND: { description: 'Conjunction: 1 if both bits are 1.' },
    IFF: { description: 'Equivalence of propositional logic: 1 if both bits are equal.' },
    IMPLIES: { description: 'Implication: 0 only if the first bit is 1 and the second is 0.' },
    NAND: { description: 'Negated conjunction: 0 only if both bits are 1.' },
    NOR: { description: 'Negated disjunction: 1 only if both bits are 0.' },
    NOT: { description: 'Negation: 1 for 0, 0 for 1.' },
    OR: { description: 'Disjunction: 1 if at least one bit is 1.' },
    XNOR: { description: 'Negated exclusive disjunction: 1 if both bits are equal.' },
    XOR: { description: 'Exclusive disjunction: 1 if the bits differ.' },
  },
});

@ObjectType({ description: 'A bit pattern, and its values.' })
export class BitPattern implements Pattern {
  @Field(() => String, { description: 'All bits, the most significant first.' })
  bits!: string;

  @Field(() => String, { description: 'The bits in hexadecimal, two digits per byte.' })
  hex!: string;

  @Field(() => String, { description: 'The unsigned value, decimal.' })
  unsigned!: string;

  @Field(() => String, { description: "The value in two's complement, decimal." })
  signed!: string;
}

@ObjectType({ description: 'One bit position of a bitwise operation.' })
export class BitColumn implements Column {
  @Field(() => Int, { description: 'Counted from the right, from 0.' })
  position!: number;

  @Field(() => Int, { description: 'Bit of the first number: 0 or 1.' })
  bit1!: Bit;

  @Field(() => Int, { nullable: true, description: 'Bit of the second number; null for NOT.' })
  bit2!: Bit | null;

  @Field(() => Int, { description: 'Operation applied to these bits: 0 or 1.' })
  result!: Bit;
}

@ObjectType({ description: 'A bitwise operation on whole numbers.' })
export class BitwiseResult {
  @Field(() => BitPattern, { description: 'First number, in the given number of bits.' })
  operand1!: BitPattern;

  @Field(() => BitPattern, { nullable: true, description: 'Second number; null for NOT.' })
  operand2!: BitPattern | null;

  @Field(() => BitPattern, { description: 'Combination of the operands, bit by bit.' })
  result!: BitPattern;

  @Field(() => [BitColumn], { description: 'The most significant bit first.' })
  columns!: readonly BitColumn[];
}

const ExpressionNodeKind = createEnum(['VARIABLE', 'CONSTANT', 'OPERATION'] as const);
registerEnumType(ExpressionNodeKind, {
  name: 'ExpressionNodeKind',
  description: 'Role of a node in an expression.',
  valuesConfig: {
    VARIABLE: { description: 'An input of the whole expression.' },
    CONSTANT: { description: 'A fixed 0 or 1.' },
    OPERATION: { description: 'A gate with inputs.' },
  },
});

@ObjectType({ description: 'A gate, a variable or a constant of an expression.' })
export class ExpressionNode implements Node {
  @Field(() => Int, { name: 'index', description: 'Index in the list.' })
  id!: number;

  @Field(() => ExpressionNodeKind, { description: 'Says whether it has an operation and inputs.' })
  kind!: Node['kind'];

  @Extensions(costs(20))
  @Field(() => String, { description: 'The expression of which this node is the root.' })
  expression!: string;

  @Field(() => LogicOperation, { nullable: true, description: 'Operation; null for a variable or a constant.' })
  operation!: LogicOperationName | null;

  @Field(() => [Int], { description: 'Indices of its input nodes, in order.' })
  inputs!: readonly number[];
}

@ObjectType({ description: 'A subexpression with a column of its own.' })
export class TruthTableColumn implements TableColumn {
  @Extensions(costs(20))
  @Field(() => String, { description: 'Subexpression whose values the column gives.' })
  expression!: string;

  @Field(() => Int, { description: 'Index of a node with its value; equal subexpressions share a column.' })
  node!: number;
}

@ObjectType({ description: 'One assignment of the variables.' })
export class TruthTableRow implements Row {
  @Extensions(costs(15))
  @Field(() => [Int], { description: 'Values of the variables in their order, 0 or 1 each.' })
  inputs!: readonly Bit[];

  @Extensions(costs(100))
  @Field(() => [Int], { description: 'Values of the columns in their order, 0 or 1 each.' })
  values!: readonly Bit[];

  @Field(() => Int, { description: 'The value of the whole expression.' })
  result!: Bit;
}

@ObjectType({ description: 'The truth table of an expression.' })
export class TruthTable implements Table {
  @Field(() => [ExpressionReading], READING_FIELD)
  reading!: readonly ExpressionReading[];

  @Field(() => String, {
    description:
      'The expression in canonical form: operations in words, and brackets that show the precedence. With a notation, ' +
      'in that one, with brackets only where they are needed.',
  })
  expression!: string;

  @Field(() => [String], {
    description:
      'Names in the order of the function, as in `F(C, B, A) = …`, or else in alphabetical order; at most 6.',
  })
  variables!: readonly string[];

  @Field(() => [ExpressionNode], { description: 'Each node comes after its inputs; the last one is the result.' })
  nodes!: readonly ExpressionNode[];

  @Field(() => [TruthTableColumn], { description: 'The operations, inner ones first; the last is the result.' })
  columns!: readonly TruthTableColumn[];

  @Field(() => [TruthTableRow], { description: 'Counting up in binary, the first variable being the highest bit.' })
  rows!: readonly TruthTableRow[];
}
