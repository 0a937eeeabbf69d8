import { Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { Language } from '../../../i18n/catalogues.js';
import { translate } from '../../../i18n/translate.js';
import { createEnum } from '../create-enum.js';
import type { ExerciseSheet as Sheet, Exercise as SheetExercise } from '../rules/exercises/exercise.js';
import type { Grade } from '../rules/exercises/exercise-rules.js';
import { levelTexts } from '../rules/exercises/level-text.js';
import { type MistakeKind, mistakeKinds, mistakeText } from '../rules/exercises/mistake.js';
import type { ExerciseOfSheet } from '../rules/exercises/mixed-sheet.js';
import { exerciseKinds, type ExerciseKind as Kind, type Task } from '../rules/exercises/task.js';

export const ExerciseKind = createEnum(exerciseKinds);
registerEnumType(ExerciseKind, {
  name: 'ExerciseKind',
  description: 'Topic of an exercise.',
  valuesConfig: {
    DECIMAL_TO_BASE: { description: 'A decimal number, to be written in another base.' },
    BASE_TO_DECIMAL: { description: 'Digits in a base, to be converted to decimal.' },
    BASE_TO_BASE: { description: 'Digits in a base, to be converted to another one; neither is decimal.' },
    FRACTION: { description: 'A number with a fractional part, from decimal to another base or back.' },
    TWOS_COMPLEMENT: { description: "Numbers and their bits in two's complement, in both directions." },
    ADDITION: { description: 'The sum of two binary numbers.' },
    OVERFLOW: { description: 'A sum or difference in a register: the bits that remain, and the flag.' },
    TRUTH_TABLE: { description: "The result column of an expression's truth table." },
    IMPLICATION: { description: 'The result column of an expression with implications or equivalences.' },
    MINIMISE: { description: 'A minimal form of a result column.' },
    FLOATING_POINT: { description: 'Numbers and their bits in IEEE 754, in both directions.' },
  },
});

export const ExerciseMistake = createEnum(mistakeKinds);
registerEnumType(ExerciseMistake, {
  name: 'ExerciseMistake',
  description: 'A usual mistake in an answer; `explanation` describes it. Values may be added.',
  valuesConfig: {
    ADDED_AS_DECIMAL: { description: 'Wrote 2 for 1 + 1, as in decimal.' },
    ADDED_AS_OR: { description: 'Added 1 + 1 to 1, as OR does.' },
    ADDED_INSTEAD: { description: 'Added where the difference is asked for.' },
    AND_FOR_OR: { description: 'Confused AND and OR.' },
    ANSWERED_IN_DECIMAL: { description: 'The right result, in decimal rather than binary.' },
    BIAS_FORGOTTEN: { description: 'Stored the exponent without adding the bias.' },
    BITS_MISSING: { description: 'Fewer bits than the width, for example without zeros on the left.' },
    BITS_TOO_MANY: { description: 'More bits than the width.' },
    BORROW_FORGOTTEN: { description: 'Subtracted without any borrow.' },
    BRACKETS_IGNORED: { description: 'Evaluated the expression as if it had no brackets.' },
    CARRY_FORGOTTEN: { description: 'Added without any carry.' },
    CARRY_IS_NOT_OVERFLOW: { description: 'Right bits, but took the carry of a signed sum for an overflow.' },
    CARRY_KEPT: { description: 'Wrote the last carry, for which the register has no bit.' },
    CARRY_OF_COMPLEMENT: {
      description: "Right bits, but took the carry of adding the two's complement for an overflow.",
    },
    CARRY_WRITTEN_DOWN: { description: 'Wrote 10 into a column instead of carrying the 1.' },
    COLUMN_INVERTED: { description: 'Every row of the column is the opposite.' },
    COLUMN_UPSIDE_DOWN: { description: 'The rows of the column are in reverse order.' },
    COMPLEMENT_GIVEN: { description: 'A form of the opposite function.' },
    DIGITS_SEPARATELY: { description: 'Converted each decimal digit by itself.' },
    DIGIT_NOT_OF_BASE: { description: 'Contains a digit that the base does not have.' },
    EXPONENT_AS_FACTOR: { description: 'Multiplied the base by the position instead of raising it to that power.' },
    EXPONENT_IGNORED: { description: 'Did not multiply the significand by the power of two.' },
    EXPONENT_OFF_BY_ONE: { description: 'The exponent is one too high or too low.' },
    EXPONENT_SIGN_WRONG: { description: 'Used the opposite exponent.' },
    FIRST_BIT_NO_SIGN: { description: 'Right bits, but took the first bit of an unsigned sum for a sign.' },
    FIRST_REMAINDER_FORGOTTEN: {
      description: 'Left out the remainder of the first division, which is the last digit.',
    },
    FRACTION_AS_WHOLE: { description: 'Converted the digits after the point as if they were a whole number.' },
    FRACTION_BACKWARDS: { description: 'Read the digits after the point from the last product to the first.' },
    FRACTION_CUT_SHORT: { description: 'Left out digits at the end of the fractional part.' },
    FRACTION_NOT_CONVERTED: { description: 'Converted only the part before the point.' },
    FRACTION_PLACES_FROM_RIGHT: { description: 'Counted the places after the point from the right.' },
    FRACTION_RIGHT_ALIGNED: { description: 'Filled up the fraction with zeros on the left.' },
    GROUPED_FROM_LEFT: { description: 'Formed groups of bits from the left instead of the right.' },
    GROUPS_BACKWARDS: { description: 'Wrote the digits of groups from the last to the first.' },
    GROUP_MISSING: { description: 'Some cells of the map are in no group.' },
    GROUP_NOT_MAXIMAL: { description: 'The right function, with a group that could be larger.' },
    GROUP_SIZE_WRONG: { description: 'Gave each digit the wrong number of bits.' },
    GROUP_SUPERFLUOUS: { description: 'The right function, with a group that is not needed.' },
    GROUP_TOO_LARGE: { description: 'A group contains cells that do not belong to it.' },
    HIDDEN_BIT_FORGOTTEN: { description: 'Read the fraction without the implied 1 in front of the point.' },
    HIDDEN_BIT_KEPT: { description: 'Stored the implied 1 in front of the point in the fraction.' },
    EQUIVALENCE_AS_IMPLICATION: { description: 'Read an equivalence as an implication.' },
    IMPLICATION_AS_AND: { description: 'Read an implication as AND.' },
    IMPLICATION_AS_EQUIVALENCE: { description: 'Read an implication as an equivalence.' },
    IMPLICATION_BACKWARDS: { description: 'Read an implication from right to left.' },
    LAST_CARRY_FORGOTTEN: { description: 'Dropped the last carry, which is the highest bit of the sum.' },
    LAST_QUOTIENT_REPEATED: { description: 'Wrote the last quotient in front of the remainder that it becomes.' },
    LETTERS_OFF_BY_ONE: { description: 'Counted letters from 11 instead of 10.' },
    LETTER_AS_NUMBER: { description: 'Wrote a digit above 9 as a number: 10 for A.' },
    LETTER_AS_TWO_DIGITS: { description: 'Counted a letter as the two digits of its value.' },
    LITERALS_INVERTED: { description: 'Negated the plain variables and not the others.' },
    MAP_IN_BINARY_ORDER: { description: 'Filled the Karnaugh map in counting order instead of Gray code.' },
    NEGATION_FORGOTTEN: { description: 'Left out a NOT.' },
    NEGATIVE_COMPLEMENTED: { description: "Used two's complement for the sign of a float." },
    NOT_CONVERTED: { description: 'Repeated the number of the question.' },
    NOT_EQUIVALENT: { description: 'An expression of another function.' },
    NOT_INVERTED: { description: 'Did not invert the bits of a negative number.' },
    NOT_IN_FORM: { description: 'The right function, but not in the form asked for.' },
    NOT_MINIMAL: { description: 'The right function, but a smaller form exists.' },
    NOT_NORMALISED: { description: 'Stored the bits after the point of a number that was not normalised.' },
    ONE_ADDED_FIRST: { description: 'Added 1 before inverting the bits.' },
    ONE_BORROW_FORGOTTEN: { description: 'Subtracted with one borrow left out.' },
    ONE_CARRY_FORGOTTEN: { description: 'Added with one carry left out.' },
    ONE_DIGIT_WRONG: { description: 'A single digit is different.' },
    ONE_NOT_ADDED: { description: 'Inverted the bits without adding 1.' },
    ONE_ROW_WRONG: { description: 'A single row of the column is different.' },
    OTHER_FORM_GIVEN: {
      description: 'A product of sums where a sum of products is asked for, or the other way round.',
    },
    OVERFLOW_MISSED: { description: 'Right bits, but did not see the overflow.' },
    OVERFLOW_WHERE_NONE: { description: 'Right bits, but saw an overflow where the result fits.' },
    OVERFLOW_WITHOUT_CARRY: { description: 'Right bits, but took an overflow without a carry for none.' },
    PADDED_TOO_LATE: { description: 'Filled up with zeros after inverting.' },
    PERIOD_CUT_SHORT: { description: 'Counted the repeating digits only a few times.' },
    PERIOD_MISPLACED: { description: 'Right digits, but the brackets are not around those that repeat.' },
    PERIOD_MISSING: { description: 'Right digits, but does not mark those that repeat.' },
    PLACES_AFTER_POINT: { description: 'Counted the first place after the point as 0: one power too many.' },
    PLACES_FROM_LEFT: { description: 'Counted the positions from the left instead of the right.' },
    PLACES_FROM_ONE: { description: 'Counted the positions from 1 instead of 0.' },
    PLACE_FORGOTTEN: { description: 'Left out one term of the sum.' },
    POINT_FORGOTTEN: { description: 'Right digits without the point.' },
    POSITIVE_INVERTED: { description: 'Inverted the bits of a number that is not negative.' },
    READ_AS_UNSIGNED: { description: 'Read a negative pattern as a number without a sign.' },
    READ_IN_OTHER_BASE: { description: 'Counted the places as powers of another base.' },
    REMAINDERS_DOWNWARDS: { description: 'The right remainders, read from the first to the last.' },
    ROUNDED_DOWN: { description: 'Rounded down where the nearest is above.' },
    ROUNDED_UP: { description: 'Rounded up where the nearest is below.' },
    ROWS_FROM_ONE: { description: 'Numbered the rows from 1 instead of 0.' },
    ROWS_MISSING: { description: 'The column is shorter than the table.' },
    ROWS_TOO_MANY: { description: 'The column is longer than the table.' },
    ROWS_WRONG: { description: 'Several rows of the column are different.' },
    SIGN_BIT_NOT_INVERTED: { description: 'Inverted all bits but the first.' },
    SIGN_KEPT: { description: 'Used the first bit as a mere sign, as in sign and magnitude.' },
    SIGN_MISSING: { description: 'Left out the minus of a negative number.' },
    SIGN_WRITTEN: { description: 'Wrote a minus in front of bits that contain the sign.' },
    SIGN_WRONG: { description: 'Wrong sign of an otherwise right answer.' },
    STOPPED_AT_DECIMAL: { description: 'Converted to decimal, but not on to the other base.' },
    STOPPED_EARLY: { description: 'Ended the divisions before the quotient was 0.' },
    SUBTRACTED_BACKWARDS: { description: 'Subtracted the first number from the second.' },
    UNKNOWN_VARIABLE: { description: 'Uses a variable that the function does not have.' },
    VARIABLES_REVERSED: { description: 'Took the last variable for the highest bit of the row number.' },
    VARIABLE_INVERTED: { description: 'Used a variable the wrong way round throughout.' },
    WHOLE_NOT_CONVERTED: { description: 'Converted only the part after the point.' },
    WRONG_BASE: { description: 'The right number, in another base.' },
    XOR_AS_OR: { description: 'Read XOR as OR.' },
    ZEROS_LEFT_OUT: { description: 'Left out zeros, which are digits too.' },
    ZEROS_OF_GROUP_DROPPED: { description: 'Left out zeros inside groups of bits.' },
  },
});

@ObjectType({ description: "An exercise's task as data; fields that its kind does not use are null." })
export class ExerciseTask {
  @Field(() => String, { nullable: true, description: 'A number, as digits or bits.' })
  value!: string | null;

  @Field(() => String, { nullable: true, description: 'The first of two patterns.' })
  value1!: string | null;

  @Field(() => String, { nullable: true, description: 'The second of two patterns.' })
  value2!: string | null;

  @Field(() => Int, { nullable: true, description: 'Base of the given number.' })
  from!: number | null;

  @Field(() => Int, { nullable: true, description: 'Base of the answer.' })
  to!: number | null;

  @Field(() => Int, { nullable: true, description: 'Number of bits of the patterns.' })
  bits!: number | null;

  @Field(() => String, { nullable: true, description: 'ENCODE, DECODE or NEGATE.' })
  direction!: string | null;

  @Field(() => String, { nullable: true, description: 'ADD or SUBTRACT.' })
  operation!: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the patterns are in two's complement." })
  signed!: boolean | null;

  @Field(() => String, { nullable: true, description: 'BINARY16 or BINARY32.' })
  format!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Expression, such as `A AND NOT B`, for TRUTH_TABLE and IMPLICATION.',
  })
  expression!: string | null;

  @Field(() => [String], { nullable: true, description: 'In alphabetical order, the first being the highest bit.' })
  variables!: readonly string[] | null;

  @Field(() => String, { nullable: true, description: 'A column: 0 or 1 for each row, counting up in binary.' })
  outputs!: string | null;

  @Field(() => String, { nullable: true, description: 'SUM_OF_PRODUCTS or PRODUCT_OF_SUMS.' })
  form!: string | null;
}

@ObjectType({ description: 'One exercise of a sheet.' })
export class Exercise {
  @Field(() => Int, { description: 'From 1.' })
  position!: number;

  @Field(() => String, { description: 'The question in words.' })
  question!: string;

  @Field(() => ExerciseTask, { description: 'Task as data, for programs.' })
  task!: ExerciseTask;

  @Field(() => [String], { description: 'Hints, each saying a bit more; the last one leaves a single step.' })
  hints!: readonly string[];

  @Field(() => String, { description: 'A correct answer. Others may be equally correct.' })
  solution!: string;
}

@ObjectType({ description: 'The exercises of a seed, always the same.' })
export class ExerciseSheet {
  @Field(() => ExerciseKind, { description: 'Topic of all its exercises.' })
  kind!: Kind;

  @Field(() => Int, { description: 'From 1, first steps, to 3, exam questions.' })
  level!: number;

  @Field(() => String, { description: 'The tasks that this level of the topic holds, in words.' })
  levelText!: string;

  @Field(() => String, { description: 'The seed in lower case, with hyphens for white space.' })
  seed!: string;

  @Field(() => Int, { description: 'Version of the drawing, to be named with the seed.' })
  version!: number;

  @Field(() => [Exercise], { description: 'Ten exercises.' })
  exercises!: readonly Exercise[];
}

@InputType({ description: 'Exercises of one topic and level in a sheet of several topics.' })
export class SheetPartInput {
  @Field(() => ExerciseKind, { description: 'Topic of the exercises.' })
  kind!: Kind;

  @Field(() => Int, { description: 'From 1, first steps, to 3, exam questions.' })
  level!: number;

  @Field(() => Int, { description: 'Number of exercises, 1 to 10.' })
  count!: number;
}

@ObjectType({ description: 'One exercise of a sheet of several topics.' })
export class MixedExercise extends Exercise {
  @Field(() => Int, { description: 'Number in the sheet of several topics, from 1.' })
  number!: number;

  @Field(() => ExerciseKind, { description: 'Topic of the sheet in which it has `position`.' })
  kind!: Kind;

  @Field(() => Int, { description: 'Level of that sheet, 1 to 3. Its seed is that of the mixed sheet.' })
  level!: number;

  @Field(() => Int, { description: 'Version of that sheet: to be named with its kind, level and seed.' })
  version!: number;
}

@ObjectType({ description: 'Assessment of an answer.' })
export class AnswerCheck {
  @Field(() => Boolean, { description: 'Whether the answer is right; false also if it cannot be read.' })
  isCorrect!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the answer can be read; if not, it does not count as an attempt, and `explanation` says why.',
  })
  isReadable!: boolean;

  @Field(() => ExerciseMistake, {
    nullable: true,
    description: 'The usual mistake that leads to this answer; null if none is recognised.',
  })
  mistake!: MistakeKind | null;

  @Field(() => String, { nullable: true, description: 'Reason why the answer is wrong; null for a correct one.' })
  explanation!: string | null;
}

/** Shapes a sheet in the caller's language. */
export function shapeSheet({ exercises, ...sheet }: Sheet, language: Language): ExerciseSheet {
  return {
    ...sheet,
    levelText: translate(levelTexts[sheet.kind][sheet.level], language),
    exercises: exercises.map((exercise) => shapeExercise(exercise, language)),
  };
}

/** Shapes the exercises of a mixed sheet in the caller's language. */
export function shapeMixedSheet(exercises: readonly ExerciseOfSheet[], language: Language): MixedExercise[] {
  return exercises.map(({ sheet: { kind, level, version }, ...exercise }, index) => ({
    ...shapeExercise(exercise, language),
    number: index + 1,
    kind,
    level,
    version,
  }));
}

/** Shapes a grade in the caller's language. */
export function shapeGrade({ isCorrect, mistake, problem }: Grade, language: Language): AnswerCheck {
  const unexplained = isCorrect ? null : 'rules.exercise.notYet';
  const explanation = problem ?? (mistake ? mistakeText(mistake) : unexplained);
  return {
    isCorrect,
    isReadable: problem === undefined,
    mistake: mistake?.kind ?? null,
    explanation: explanation && translate(explanation, language),
  };
}

function shapeExercise({ position, task, question, hints, solution }: SheetExercise, language: Language): Exercise {
  return {
    position,
    question: translate(question, language),
    task: shapeTask(task),
    hints: hints.map((hint) => translate(hint, language)),
    solution,
  };
}

const NO_TASK: ExerciseTask = {
  value: null,
  value1: null,
  value2: null,
  from: null,
  to: null,
  bits: null,
  direction: null,
  operation: null,
  signed: null,
  format: null,
  expression: null,
  variables: null,
  outputs: null,
  form: null,
};

function shapeTask({ kind: _kind, ...task }: Task): ExerciseTask {
  return { ...NO_TASK, ...task };
}
