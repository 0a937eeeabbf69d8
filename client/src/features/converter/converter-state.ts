import {
  type ArithmeticOperationName,
  arithmeticOperationNames,
} from '../../../../src/features/conversion/rules/arithmetic/arithmetic-operation';
import { isRadix, parseWhole } from '../../../../src/features/conversion/rules/bases/whole-number';
import { type GateName, gateNames } from '../../../../src/features/conversion/rules/logic/logic-operations';
import { isBitWidth } from '../../../../src/features/conversion/rules/representations/representations';
import { isNegative, narrowest, type Reading } from './reading';

/** Everything that is typed and chosen on the page. All of it is in the query string of the page. */
export interface ConverterState extends Reading {
  /** The typed text, and the base of the field that it was typed into. */
  readonly value: string;
  readonly base: number;
  /** The base of the field whose base can be chosen. */
  readonly other: number;
  /** The target base of the steps. */
  readonly to: number;
  readonly operation: GateName | ArithmeticOperationName;
  /** The second operand of an operation, as typed. */
  readonly value2: string;
  /** How to shift to the right; empty as long as nobody chose, so that it follows the number. */
  readonly shift: string;
  /** The typed number with a fractional part, its base, that of the result, and how many digits after the point. */
  readonly fraction: string;
  readonly fractionFrom: number;
  readonly fractionTo: number;
  readonly digits: string;
  /** The typed floating-point number, or its bits after 0x, and the name of its format. */
  readonly float: string;
  readonly format: string;
  readonly expression: string;
  /** `0` or `1` for each variable of the expression, in alphabetical order; those that are missing are 0. */
  readonly inputs: string;
  /** How the expression is read; empty as long as nobody has chosen (see `logic/logic-state.ts`). */
  readonly notation: string;
  /** `letters` where truth values are V and F instead of 1 and 0. */
  readonly truth: string;
  /** What the tab of forms begins with, the column, the form, the gates and the second expression. */
  readonly source: string;
  readonly outputs: string;
  readonly form: string;
  readonly gates: string;
  readonly compared: string;
  /** Which sheet of exercises is practised, and which one of them is shown; its tab reads these texts. */
  readonly exercise: string;
  readonly level: string;
  readonly seed: string;
  readonly position: string;
}

/** The bases with a field of their own. */
export const FIELD_BASES = [2, 8, 10, 16] as const;

/** Whether a base is one of {@link FIELD_BASES}. */
export function hasOwnField(base: number): boolean {
  return FIELD_BASES.some((own) => own === base);
}

/** The state of the page without a query string. */
export const initialState: ConverterState = {
  value: '42',
  base: 10,
  other: 36,
  bits: 8,
  bitsChosen: false,
  signed: false,
  signedChosen: false,
  to: 2,
  operation: 'AND',
  value2: '15',
  shift: '',
  fraction: '0.1',
  fractionFrom: 10,
  fractionTo: 2,
  digits: '64',
  float: '0.1',
  format: 'BINARY32',
  expression: 'A AND (B XOR NOT C)',
  inputs: '110',
  notation: '',
  truth: '',
  source: '',
  outputs: '',
  form: '',
  gates: '',
  compared: '',
  exercise: 'DECIMAL_TO_BASE',
  level: '1',
  seed: '',
  position: '1',
};

/** The typed number; undefined while it is invalid. */
export function numberOf({ value, base }: Pick<ConverterState, 'value' | 'base'>): bigint | undefined {
  const parsed = parseWhole(value, base);
  return typeof parsed === 'bigint' ? parsed : undefined;
}

/** What is in the address wherever it differs from the {@link initialState}. */
const TEXTS_OF_NUMBERS = ['shift', 'fraction', 'digits', 'float', 'format'] as const;
const OTHER_TEXTS = [
  'notation',
  'truth',
  'source',
  'outputs',
  'form',
  'gates',
  'compared',
  'exercise',
  'level',
  'seed',
  'position',
] as const;
const TEXTS = [...TEXTS_OF_NUMBERS, ...OTHER_TEXTS] as const;
const PLAIN = [
  'value',
  'base',
  'other',
  'to',
  'operation',
  'value2',
  'shift',
  'fraction',
  'fractionFrom',
  'fractionTo',
  'digits',
  'float',
  'format',
  'expression',
  'inputs',
  ...OTHER_TEXTS,
] as const;

/**
 * The query string of a state, including `?`, with the values that differ from the {@link initialState}. Width and sign
 * are in it where they were chosen, or are not what the number gets by itself.
 */
export function addressOf(state: ConverterState): string {
  const parameters = new URLSearchParams();
  for (const name of PLAIN) {
    if (state[name] !== initialState[name]) parameters.set(name, String(state[name]));
  }
  const number = numberOf(state);
  const { bits, signed } = state;
  if (state.bitsChosen || bits !== narrowest(number, signed)) parameters.set('bits', String(bits));
  if (state.signedChosen || signed !== isNegative(number)) parameters.set('signed', String(signed));
  const text = String(parameters);
  return text === '' ? '' : `?${text}`;
}

/** Reads the state from a query string. Invalid values are ignored. */
export function stateOf(address: string): ConverterState {
  const given = new URLSearchParams(address);
  const text = (name: (typeof PLAIN)[number]) => given.get(name) ?? String(initialState[name]);
  const radix = (name: 'base' | 'other' | 'to' | 'fractionFrom' | 'fractionTo') => {
    const number = Number(text(name));
    return isRadix(number) ? number : initialState[name];
  };
  const operation = [...gateNames, ...arithmeticOperationNames].find((name) => name === text('operation'));
  const typed = { value: text('value'), base: radix('base') };
  return {
    ...typed,
    other: [typed.base, radix('other')].find((other) => !hasOwnField(other)) ?? initialState.other,
    ...readingIn(given, numberOf(typed)),
    to: radix('to'),
    operation: operation ?? initialState.operation,
    value2: text('value2'),
    fractionFrom: radix('fractionFrom'),
    fractionTo: radix('fractionTo'),
    expression: text('expression'),
    inputs: /^[01]{0,6}$/.test(text('inputs')) ? text('inputs') : initialState.inputs,
    ...(Object.fromEntries(TEXTS.map((name) => [name, text(name)])) as Record<(typeof TEXTS)[number], string>),
  };
}

function readingIn(given: URLSearchParams, number: bigint | undefined): Reading {
  const sign = given.get('signed');
  const signed = sign === 'true' || (sign !== 'false' && isNegative(number));
  const bits = Number(given.get('bits'));
  const bitsChosen = isBitWidth(bits);
  return { bits: bitsChosen ? bits : narrowest(number, signed), bitsChosen, signed, signedChosen: sign === 'true' };
}
