import { Extensions, Field, Int, ObjectType } from 'type-graphql';
import { costs } from '../../../platform/graphql/field-marks.js';
import type {
  KarnaughMap as DrawnMap,
  KarnaughGroup as Group,
  MapPart as Part,
} from '../rules/logic-forms/karnaugh-map.js';

@ObjectType({ description: 'A cell of a Karnaugh map.' })
class KarnaughCell {
  @Field(() => Int, { description: 'Index of its row in the truth table.' })
  index!: number;

  @Field(() => Int, { description: 'From 0, like the columns.' })
  row!: number;

  @Field(() => Int, { description: 'From 0, from the left.' })
  column!: number;

  @Field(() => String, { description: 'Output of the row: 0, 1 or -.' })
  output!: string;
}

@ObjectType({ description: 'Square of a Karnaugh map.' })
class KarnaughMapPart {
  @Field(() => String, {
    description: 'Values of the variables that distinguish the squares; empty for a single one.',
  })
  label!: string;

  @Extensions(costs(20))
  @Field(() => [KarnaughCell], { description: 'Row by row.' })
  cells!: Part['cells'];
}

@ObjectType({ description: 'A rectangle around cells. One that goes past an edge continues at the opposite one.' })
class KarnaughPiece {
  @Field(() => Int, { description: 'The index of its square.' })
  map!: number;

  @Field(() => Int, { description: 'First row, from 0.' })
  row!: number;

  @Field(() => Int, { description: 'First column, from 0.' })
  column!: number;

  @Field(() => Int, { description: 'Number of its rows.' })
  rows!: number;

  @Field(() => Int, { description: 'Width in cells.' })
  columns!: number;

  @Field(() => Boolean, { description: 'Whether it continues at the bottom edge.' })
  pastTop!: boolean;

  @Field(() => Boolean, { description: 'Whether it continues at the top edge.' })
  pastBottom!: boolean;

  @Field(() => Boolean, { description: 'Whether it continues at the right edge.' })
  pastLeft!: boolean;

  @Field(() => Boolean, { description: 'Whether it continues at the left edge.' })
  pastRight!: boolean;
}

@ObjectType({ description: 'The cells of one term of the form.' })
class KarnaughGroup {
  @Field(() => String, { description: 'Pattern of its prime implicant.' })
  pattern!: string;

  @Field(() => [Int], { description: 'The indexes of its cells.' })
  cells!: readonly number[];

  @Extensions(costs(30))
  @Field(() => [KarnaughPiece], { description: 'Rectangles to draw around its cells, in each square that has any.' })
  pieces!: Group['pieces'];
}

@ObjectType({ description: 'A Karnaugh map of 1 to 6 variables: one square up to four, two for five, four for six.' })
export class KarnaughMap implements DrawnMap {
  @Field(() => [String], { description: 'Variables that distinguish the squares.' })
  mapVariables!: readonly string[];

  @Field(() => [String], { description: 'Variables in the labels of the rows, in order; empty for a single row.' })
  rowVariables!: readonly string[];

  @Field(() => [String], { description: 'Variables in the labels of the columns, in order.' })
  columnVariables!: readonly string[];

  @Field(() => [String], { description: 'The bits of each row, in Gray code.' })
  rowLabels!: readonly string[];

  @Field(() => [String], { description: 'The bits of each column, in Gray code.' })
  columnLabels!: readonly string[];

  @Field(() => [KarnaughMapPart], { description: 'One, two or four squares, in Gray code.' })
  maps!: DrawnMap['maps'];

  @Field(() => [KarnaughGroup], { description: 'One for each term, in the order of the cover.' })
  groups!: DrawnMap['groups'];
}
