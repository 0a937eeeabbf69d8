import { type FilledMessage, message } from '../../../../i18n/message.js';
import type { RuleKey } from '../sign-text.js';

/**
 * Every mistake that can be recognised, with its message, which explains what happened and where to check, but not the
 * answer.
 */
const texts = {
  REMAINDERS_DOWNWARDS: 'rules.mistake.remaindersDownwards',
  STOPPED_EARLY: 'rules.mistake.stoppedEarly',
  FIRST_REMAINDER_FORGOTTEN: 'rules.mistake.firstRemainderForgotten',
  LAST_QUOTIENT_REPEATED: 'rules.mistake.lastQuotientRepeated',
  ZEROS_LEFT_OUT: 'rules.mistake.zerosLeftOut',
  DIGITS_SEPARATELY: 'rules.mistake.digitsSeparately',
  DIGIT_NOT_OF_BASE: 'rules.mistake.digitNotOfBase',
  LETTER_AS_NUMBER: 'rules.mistake.letterAsNumber',
  LETTER_AS_TWO_DIGITS: 'rules.mistake.letterAsTwoDigits',
  LETTERS_OFF_BY_ONE: 'rules.mistake.lettersOffByOne',
  NOT_CONVERTED: 'rules.mistake.notConverted',
  WRONG_BASE: 'rules.mistake.wrongBase',
  ONE_DIGIT_WRONG: 'rules.mistake.oneDigitWrong',
  PLACES_FROM_LEFT: 'rules.mistake.placesFromLeft',
  PLACES_FROM_ONE: 'rules.mistake.placesFromOne',
  EXPONENT_AS_FACTOR: 'rules.mistake.exponentAsFactor',
  PLACE_FORGOTTEN: 'rules.mistake.placeForgotten',
  READ_IN_OTHER_BASE: 'rules.mistake.readInOtherBase',
  STOPPED_AT_DECIMAL: 'rules.mistake.stoppedAtDecimal',
  GROUPED_FROM_LEFT: 'rules.mistake.groupedFromLeft',
  ZEROS_OF_GROUP_DROPPED: 'rules.mistake.zerosOfGroupDropped',
  GROUPS_BACKWARDS: 'rules.mistake.groupsBackwards',
  GROUP_SIZE_WRONG: 'rules.mistake.groupSizeWrong',
  POINT_FORGOTTEN: 'rules.mistake.pointForgotten',
  FRACTION_AS_WHOLE: 'rules.mistake.fractionAsWhole',
  FRACTION_NOT_CONVERTED: 'rules.mistake.fractionNotConverted',
  WHOLE_NOT_CONVERTED: 'rules.mistake.wholeNotConverted',
  FRACTION_BACKWARDS: 'rules.mistake.fractionBackwards',
  FRACTION_CUT_SHORT: 'rules.mistake.fractionCutShort',
  FRACTION_PLACES_FROM_RIGHT: 'rules.mistake.fractionPlacesFromRight',
  PERIOD_MISSING: 'rules.mistake.periodMissing',
  PERIOD_MISPLACED: 'rules.mistake.periodMisplaced',
  PERIOD_CUT_SHORT: 'rules.mistake.periodCutShort',
  PLACES_AFTER_POINT: 'rules.mistake.placesAfterPoint',
  BITS_MISSING: 'rules.mistake.bitsMissing',
  BITS_TOO_MANY: 'rules.mistake.bitsTooMany',
  SIGN_WRITTEN: 'rules.mistake.signWritten',
  SIGN_KEPT: 'rules.mistake.signKept',
  ONE_NOT_ADDED: 'rules.mistake.oneNotAdded',
  ONE_ADDED_FIRST: 'rules.mistake.oneAddedFirst',
  NOT_INVERTED: 'rules.mistake.notInverted',
  SIGN_BIT_NOT_INVERTED: 'rules.mistake.signBitNotInverted',
  POSITIVE_INVERTED: 'rules.mistake.positiveInverted',
  PADDED_TOO_LATE: 'rules.mistake.paddedTooLate',
  READ_AS_UNSIGNED: 'rules.mistake.readAsUnsigned',
  SIGN_MISSING: 'rules.mistake.signMissing',
  ROWS_MISSING: 'rules.mistake.rowsMissing',
  ROWS_TOO_MANY: 'rules.mistake.rowsTooMany',
  ONE_ROW_WRONG: 'rules.mistake.oneRowWrong',
  ROWS_WRONG: 'rules.mistake.rowsWrong',
  COLUMN_UPSIDE_DOWN: 'rules.mistake.columnUpsideDown',
  COLUMN_INVERTED: 'rules.mistake.columnInverted',
  AND_FOR_OR: 'rules.mistake.andForOr',
  XOR_AS_OR: 'rules.mistake.xorAsOr',
  IMPLICATION_BACKWARDS: 'rules.mistake.implicationBackwards',
  IMPLICATION_AS_EQUIVALENCE: 'rules.mistake.implicationAsEquivalence',
  IMPLICATION_AS_AND: 'rules.mistake.implicationAsAnd',
  EQUIVALENCE_AS_IMPLICATION: 'rules.mistake.equivalenceAsImplication',
  NEGATION_FORGOTTEN: 'rules.mistake.negationForgotten',
  BRACKETS_IGNORED: 'rules.mistake.bracketsIgnored',
  CARRY_FORGOTTEN: 'rules.mistake.carryForgotten',
  ONE_CARRY_FORGOTTEN: 'rules.mistake.oneCarryForgotten',
  LAST_CARRY_FORGOTTEN: 'rules.mistake.lastCarryForgotten',
  ADDED_AS_OR: 'rules.mistake.addedAsOr',
  ADDED_AS_DECIMAL: 'rules.mistake.addedAsDecimal',
  CARRY_WRITTEN_DOWN: 'rules.mistake.carryWrittenDown',
  ANSWERED_IN_DECIMAL: 'rules.mistake.answeredInDecimal',
  CARRY_KEPT: 'rules.mistake.carryKept',
  OVERFLOW_MISSED: 'rules.mistake.overflowMissed',
  OVERFLOW_WHERE_NONE: 'rules.mistake.overflowWhereNone',
  CARRY_IS_NOT_OVERFLOW: 'rules.mistake.carryIsNotOverflow',
  OVERFLOW_WITHOUT_CARRY: 'rules.mistake.overflowWithoutCarry',
  FIRST_BIT_NO_SIGN: 'rules.mistake.firstBitNoSign',
  CARRY_OF_COMPLEMENT: 'rules.mistake.carryOfComplement',
  ADDED_INSTEAD: 'rules.mistake.addedInstead',
  SUBTRACTED_BACKWARDS: 'rules.mistake.subtractedBackwards',
  BORROW_FORGOTTEN: 'rules.mistake.borrowForgotten',
  ONE_BORROW_FORGOTTEN: 'rules.mistake.oneBorrowForgotten',
  SIGN_WRONG: 'rules.mistake.signWrong',
  BIAS_FORGOTTEN: 'rules.mistake.biasForgotten',
  HIDDEN_BIT_KEPT: 'rules.mistake.hiddenBitKept',
  HIDDEN_BIT_FORGOTTEN: 'rules.mistake.hiddenBitForgotten',
  FRACTION_RIGHT_ALIGNED: 'rules.mistake.fractionRightAligned',
  NOT_NORMALISED: 'rules.mistake.notNormalised',
  NEGATIVE_COMPLEMENTED: 'rules.mistake.negativeComplemented',
  ROUNDED_DOWN: 'rules.mistake.roundedDown',
  ROUNDED_UP: 'rules.mistake.roundedUp',
  EXPONENT_OFF_BY_ONE: 'rules.mistake.exponentOffByOne',
  EXPONENT_SIGN_WRONG: 'rules.mistake.exponentSignWrong',
  EXPONENT_IGNORED: 'rules.mistake.exponentIgnored',
  MAP_IN_BINARY_ORDER: 'rules.mistake.mapInBinaryOrder',
  NOT_EQUIVALENT: 'rules.mistake.notEquivalent',
  GROUP_MISSING: 'rules.mistake.groupMissing',
  GROUP_TOO_LARGE: 'rules.mistake.groupTooLarge',
  GROUP_SUPERFLUOUS: 'rules.mistake.groupSuperfluous',
  GROUP_NOT_MAXIMAL: 'rules.mistake.groupNotMaximal',
  NOT_MINIMAL: 'rules.mistake.notMinimal',
  NOT_IN_FORM: 'rules.mistake.notInForm',
  OTHER_FORM_GIVEN: 'rules.mistake.otherFormGiven',
  COMPLEMENT_GIVEN: 'rules.mistake.complementGiven',
  LITERALS_INVERTED: 'rules.mistake.literalsInverted',
  VARIABLE_INVERTED: 'rules.mistake.variableInverted',
  VARIABLES_REVERSED: 'rules.mistake.variablesReversed',
  ROWS_FROM_ONE: 'rules.mistake.rowsFromOne',
  UNKNOWN_VARIABLE: 'rules.mistake.unknownVariable',
} as const satisfies Record<string, RuleKey>;

export type MistakeKind = keyof typeof texts;

export const mistakeKinds = Object.keys(texts) as MistakeKind[];

/** A usual mistake in an answer, and the values for its message. */
export interface Mistake {
  readonly kind: MistakeKind;
  readonly values: Readonly<Record<string, string | number>>;
}

export function mistake(kind: MistakeKind, values: Mistake['values'] = {}): Mistake {
  return { kind, values };
}

export function mistakeText({ kind, values }: Mistake): FilledMessage<RuleKey> {
  return message<RuleKey>(texts[kind], values);
}
