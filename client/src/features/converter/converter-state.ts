import {
  type ArithmeticOperationName,
  arithmeticOperationNames,
} from '../../../../src/features/conversion/rules/arithmetic/arithmetic-operation';
import { isRadix, parseWhole } from '../../../../src/features/conversion/rules/bases/whole-number';
import { type GateName, gateNames } from '../../../../src/features/conversion/rules/logic/logic-operations';
import { isBitWidth } from '../../../../src/features/conversion/rules/representations/representations';
import { isNegative, narrowest, type Reading } from './reading';

/** Everything typed or chosen on the page, all of it kept in the query string. */
export interface ConverterState extends Reading {
  /** The text as typed, and the base of the field it was typed into. */
  readonly value: string;
  readonly base: number;
  /** The base chosen in the field with a selectable base. */
  readonly other: number;
  /** The target base of the steps. */
  readonly to: number;
  readonly operation: GateName | ArithmeticOperationName;
  /** The second operand, as typed. */
  readonly value2: string;
  /** Kind of right shift; empty until the user chooses, so that it follows the number. */
  readonly shift: string;
  /** The typed number with a fractional part, its base, the target base, and the number of fractional digits. */
  readonly fraction: string;
  readonly fractionFrom: number;
  readonly fractionTo: number;
  readonly digits: string;
  /** The typed floating-point number, or its bits after 0x, and the name of its format. */
  readonly float: string;
  readonly format: string;
  readonly expression: string;
  /** `0` or `1` for each variable of the expression, in alphabetical order; missing ones are 0. */
  readonly inputs: string;
  /** Notation of the expression; empty until the user chooses (see `logic/logic-state.ts`). */
  readonly notation: string;
  /** `letters` if truth values are V and F instead of 1 and 0. */
  readonly truth: string;
  /** Input of the forms tab: source, column, form, gates and second expression. */
  readonly source: string;
  readonly outputs: string;
  readonly form: string;
  readonly gates: string;
  readonly compared: string;
  /** The sheet being practised and the exercise shown; the practice tab parses these texts. */
  readonly exercise: string;
  readonly level: string;
  /** Parts of a sheet of several kinds; empty for one of a single kind. */
  readonly parts: string;
  readonly seed: string;
  /** Version of the sheet; empty in links from before there was a second one. */
  readonly v: string;
  /** Notation of its expressions; empty until the user chooses. */
  readonly symbols: string;
  readonly position: string;
}

/** Bases with their own field. */
export const FIELD_BASES = [2, 8, 10, 16] as const;

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
  parts: '',
  seed: '',
  v: '',
  symbols: '',
  position: '1',
};

/** The typed number; undefined if invalid. */
export function numberOf({ value, base }: Pick<ConverterState, 'value' | 'base'>): bigint | undefined {
  const parsed = parseWhole(value, base);
  return typeof parsed === 'bigint' ? parsed : undefined;
}

/** Values included in the URL if they differ from the {@link initialState}. */
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
  'parts',
  'seed',
  'v',
  'symbols',
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
 * Returns a state's query string, including `?`, with the values that differ from the {@link initialState}. Width and
 * sign are included if the user chose them or if they differ from the number's defaults.
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

/** Parses the state from a query string and ignores invalid values. */
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
