import { type LogicOperationName, logicOperationNames } from '../../../../src/conversion/rules/logic';
import { isBitWidth } from '../../../../src/conversion/rules/representations';
import { isRadix, parseWhole } from '../../../../src/conversion/rules/whole-number';
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
  readonly operation: LogicOperationName;
  /** The second operand of a bitwise operation, as typed. */
  readonly value2: string;
  readonly expression: string;
  /** `0` or `1` for each variable of the expression, in alphabetical order; those that are missing are 0. */
  readonly inputs: string;
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
  expression: 'A AND (B XOR NOT C)',
  inputs: '110',
};

/** The typed number; undefined while it is invalid. */
export function numberOf({ value, base }: Pick<ConverterState, 'value' | 'base'>): bigint | undefined {
  const parsed = parseWhole(value, base);
  return typeof parsed === 'bigint' ? parsed : undefined;
}

/** What is in the address wherever it differs from the {@link initialState}. */
const PLAIN = ['value', 'base', 'other', 'to', 'operation', 'value2', 'expression', 'inputs'] as const;

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
  const radix = (name: 'base' | 'other' | 'to') => {
    const number = Number(text(name));
    return isRadix(number) ? number : initialState[name];
  };
  const operation = logicOperationNames.find((name) => name === text('operation'));
  const typed = { value: text('value'), base: radix('base') };
  return {
    ...typed,
    other: [typed.base, radix('other')].find((other) => !hasOwnField(other)) ?? initialState.other,
    ...readingIn(given, numberOf(typed)),
    to: radix('to'),
    operation: operation ?? initialState.operation,
    value2: text('value2'),
    expression: text('expression'),
    inputs: /^[01]{0,6}$/.test(text('inputs')) ? text('inputs') : initialState.inputs,
  };
}

function readingIn(given: URLSearchParams, number: bigint | undefined): Reading {
  const sign = given.get('signed');
  const signed = sign === 'true' || (sign !== 'false' && isNegative(number));
  const bits = Number(given.get('bits'));
  const bitsChosen = isBitWidth(bits);
  return { bits: bitsChosen ? bits : narrowest(number, signed), bitsChosen, signed, signedChosen: sign === 'true' };
}
