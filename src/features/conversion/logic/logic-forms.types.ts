import { Arg, Extensions, Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { costs } from '../../../platform/graphql/field-marks.js';
import { createEnum } from '../create-enum.js';
import type { Bit } from '../rules/logic/logic-operations.js';
import type { Notation } from '../rules/logic/notation.js';
import { textIn } from '../rules/logic/notation-text.js';
import { canonicalForm as canonicalFormOf } from '../rules/logic-forms/canonical-form.js';
import { type FormName, formNames } from '../rules/logic-forms/form-expression.js';
import {
  circuitText,
  type GateCircuit as Gates,
  gateCircuit,
  type UniversalGate,
  universalGates,
} from '../rules/logic-forms/gate-circuit.js';
import { karnaughMap } from '../rules/logic-forms/karnaugh-map.js';
import type { MinimalForm as Form, Prime } from '../rules/logic-forms/minimise.js';
import { KarnaughMap } from './karnaugh.types.js';
import { ExpressionReading, READING_FIELD } from './reading.types.js';

export const LogicForm = createEnum(formNames);
registerEnumType(LogicForm, {
  name: 'LogicForm',
  description: 'Two-level form: a sum of products, or a product of sums.',
  valuesConfig: {
    PRODUCT_OF_SUMS: { description: 'ORs that are combined with AND: `(A + B)C`.' },
    SUM_OF_PRODUCTS: { description: 'ANDs that are combined with OR: `AB + C`.' },
  },
});

const UniversalGateEnum = createEnum(universalGates);
registerEnumType(UniversalGateEnum, {
  name: 'UniversalGate',
  description: 'A universal gate: every circuit can be built from it.',
  valuesConfig: {
    NAND: { description: 'AND with its output negated.' },
    NOR: { description: 'OR with its output negated.' },
  },
});

@ObjectType({
  description: 'A product that implies the function and needs each of its variables; for a product of sums, a sum.',
})
export class PrimeImplicant {
  @Field(() => String, { description: 'Bits of the variables, 0 or 1, or - where one is left out: `1-0`.' })
  pattern!: string;

  @Field(() => [Int], { description: "Rows that it covers, including don't-cares." })
  rows!: readonly number[];

  @Field(() => String, {
    description: 'Expression: a product of variables and negations, or, for a product of sums, a sum.',
  })
  expression!: string;

  @Field(() => Int, { description: 'Number of variables in it.' })
  literals!: number;

  @Field(() => Boolean, { description: 'Whether it alone covers some row.' })
  isEssential!: boolean;

  @Field(() => Boolean, { description: 'Whether it is part of the minimal form.' })
  isChosen!: boolean;
}

@ObjectType({ description: 'A form in which each term has every variable.' })
export class CanonicalForm {
  @Field(() => String, { description: "Without don't-care rows." })
  expression!: string;

  @Field(() => String, { description: 'Short form, such as `Σm(1, 3) + Σd(5)` or `ΠM(0, 2) · Πd(5)`.' })
  shorthand!: string;

  @Field(() => [Int], { description: 'The numbers of the minterms, or of the maxterms of a product of sums.' })
  rows!: readonly number[];

  @Field(() => [Int], { description: "Don't-care rows." })
  dontCares!: readonly number[];
}

@ObjectType({ description: 'A variable, a constant or a gate of two inputs.' })
class CircuitNode {
  @Field(() => Int, { name: 'index', description: 'Index in the list.' })
  id!: number;

  @Field(() => String, { description: 'The name of a variable, `0` or `1`; empty for a gate.' })
  name!: string;

  @Field(() => [Int], { description: "Indices of a gate's inputs; both are the same if it negates." })
  inputs!: readonly number[];
}

@ObjectType({ description: 'A circuit of one kind of gate.' })
export class GateCircuit {
  @Field(() => UniversalGateEnum, { description: 'The only kind of gate in it.' })
  gate!: UniversalGate;

  @Field(() => Int, { description: 'How many gates of two inputs it has.' })
  gates!: number;

  @Field(() => String, {
    nullable: true,
    description:
      "The circuit as an expression; a gate's output that is used twice is written twice. Null if longer than 2,000 characters.",
  })
  expression!: string | null;

  @Extensions(costs(20))
  @Field(() => [CircuitNode], { description: 'Each comes after its inputs; the last one is the result.' })
  nodes!: Gates['nodes'];
}

/** A minimal form. Its derived fields are computed only if a query selects them. */
@ObjectType('MinimalForm', {
  description: 'A form with the fewest terms, and among those the fewest literals: see `isProven`.',
})
export class MinimalFormType {
  constructor(
    private readonly minimal: Form,
    private readonly notation: Notation | undefined,
    readings: readonly ExpressionReading[] = [],
  ) {
    this.reading = readings;
  }

  @Field(() => [ExpressionReading], READING_FIELD)
  readonly reading: readonly ExpressionReading[];

  @Field(() => LogicForm, { description: 'Form that was asked for.' })
  get form(): FormName {
    return this.minimal.form;
  }

  @Field(() => [String], {
    description:
      'Names in the order of the function, as in `F(C, B, A) = …`, or else in alphabetical order; the first is the ' +
      'highest bit of the number of a row.',
  })
  get variables(): readonly string[] {
    return this.minimal.function.variables;
  }

  @Field(() => String, { description: "The result column of the truth table: 0, 1, or - for a don't-care." })
  get outputs(): string {
    return this.minimal.function.outputs.join('');
  }

  @Extensions(costs(10))
  @Field(() => String, { description: 'Expression in the notation that was asked for.' })
  get expression(): string {
    return textIn(this.minimal.expression, this.notation);
  }

  @Field(() => Int, { description: 'Number of products; in a product of sums, of sums.' })
  get terms(): number {
    return this.minimal.terms;
  }

  @Field(() => Int, { description: 'Number of variables in it, each counted as often as it is written.' })
  get literals(): number {
    return this.minimal.literals;
  }

  @Field(() => Boolean, {
    description:
      'Whether no form has fewer terms, or as many and fewer literals. False for rare functions of six variables that ' +
      'would take too long to prove: the form is then the smallest that was found.',
  })
  get isProven(): boolean {
    return this.minimal.isProven;
  }

  @Extensions(costs(40))
  @Field(() => [PrimeImplicant], { description: 'All of them, shortest first.' })
  get primeImplicants(): PrimeImplicant[] {
    return this.minimal.primes.map((prime) => this.#shape(prime));
  }

  @Extensions(costs(20))
  @Field(() => [PrimeImplicant], { description: 'The terms of the form.' })
  get cover(): PrimeImplicant[] {
    return this.minimal.cover.map((prime) => this.#shape(prime));
  }

  @Extensions(costs(20))
  @Field(() => CanonicalForm, { description: 'Canonical form: the same function with every variable in each term.' })
  get canonical(): CanonicalForm {
    const { expression, ...rest } = canonicalFormOf(this.minimal.function, this.minimal.form);
    return { ...rest, expression: textIn(expression, this.notation) };
  }

  @Extensions(costs(60))
  @Field(() => KarnaughMap, { nullable: true, description: 'Karnaugh map; null without variables.' })
  get karnaughMap(): KarnaughMap | null {
    return this.minimal.function.variables.length > 0 ? karnaughMap(this.minimal) : null;
  }

  @Extensions(costs(40))
  @Field(() => GateCircuit, { description: 'The form built from one kind of two-input gate.' })
  circuit(
    @Arg('gate', () => UniversalGateEnum, { description: 'The only kind of gate to use.' }) gate: UniversalGate,
  ): GateCircuit {
    const circuit = gateCircuit(this.minimal.expression, gate);
    return { ...circuit, expression: circuitText(circuit, this.notation) ?? null };
  }

  #shape(prime: Prime): PrimeImplicant {
    return { ...prime, expression: textIn(prime.expression, this.notation, this.minimal.expression) };
  }
}

@ObjectType({ description: 'Values of the variables for which two expressions differ.' })
export class Counterexample {
  @Field(() => [Int], { description: 'Values of the variables in their order, 0 or 1 each.' })
  inputs!: readonly Bit[];

  @Field(() => Int, { description: 'Value of expression `a` for these inputs: 0 or 1.' })
  resultA!: Bit;

  @Field(() => Int, { description: 'Value of expression `b` for these inputs: 0 or 1.' })
  resultB!: Bit;
}

@ObjectType({ description: 'Whether two expressions have the same value for all values of their variables.' })
export class Equivalence {
  @Field(() => Boolean, { description: 'Whether both have the same values; false if there is a counterexample.' })
  areEquivalent!: boolean;

  @Field(() => [String], { description: 'Variables of either expression, in alphabetical order.' })
  variables!: readonly string[];

  @Field(() => Counterexample, {
    nullable: true,
    description: 'The first counterexample; null if they are equivalent.',
  })
  counterexample!: Counterexample | null;

  @Field(() => [ExpressionReading], READING_FIELD)
  readingOfA!: readonly ExpressionReading[];

  @Field(() => [ExpressionReading], READING_FIELD)
  readingOfB!: readonly ExpressionReading[];
}
