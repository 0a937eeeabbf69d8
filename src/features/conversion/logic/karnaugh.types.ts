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

  @Field(() => Int)
  column!: number;

  @Field(() => String, { description: '0, 1 or -.' })
  output!: string;
}

@ObjectType({ description: 'One of the squares of a Karnaugh map.' })
class KarnaughMapPart {
  @Field(() => String, {
    description: 'Values of the variables that distinguish the squares; empty for a single one.',
  })
  label!: string;

  @Extensions(costs(20))
  @Field(() => [KarnaughCell])
  cells!: Part['cells'];
}

@ObjectType({ description: 'A rectangle around cells. One that goes past an edge continues at the opposite one.' })
class KarnaughPiece {
  @Field(() => Int, { description: 'The index of its square.' })
  map!: number;

  @Field(() => Int)
  row!: number;

  @Field(() => Int)
  column!: number;

  @Field(() => Int, { description: 'Number of its rows.' })
  rows!: number;

  @Field(() => Int)
  columns!: number;

  @Field(() => Boolean)
  pastTop!: boolean;

  @Field(() => Boolean)
  pastBottom!: boolean;

  @Field(() => Boolean)
  pastLeft!: boolean;

  @Field(() => Boolean)
  pastRight!: boolean;
}

@ObjectType({ description: 'The cells of one term of the form.' })
class KarnaughGroup {
  @Field(() => String, { description: 'Pattern of its prime implicant.' })
  pattern!: string;

  @Field(() => [Int], { description: 'The indexes of its cells.' })
  cells!: readonly number[];

  @Extensions(costs(30))
  @Field(() => [KarnaughPiece])
  pieces!: Group['pieces'];
}

@ObjectType({ description: 'A Karnaugh map of 1 to 6 variables: one square up to four, two for five, four for six.' })
export class KarnaughMap implements DrawnMap {
  @Field(() => [String], { description: 'Variables that distinguish the squares.' })
  mapVariables!: readonly string[];

  @Field(() => [String])
  rowVariables!: readonly string[];

  @Field(() => [String])
  columnVariables!: readonly string[];

  @Field(() => [String], { description: 'The bits of each row, in Gray code.' })
  rowLabels!: readonly string[];

  @Field(() => [String])
  columnLabels!: readonly string[];

  @Field(() => [KarnaughMapPart])
  maps!: DrawnMap['maps'];

  @Field(() => [KarnaughGroup], { description: 'One for each term, in the order of the cover.' })
  groups!: DrawnMap['groups'];
}
