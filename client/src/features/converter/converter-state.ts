import { type LogicOperationName, logicOperationNames } from '../../../../src/conversion/rules/logic';
import { type BitWidth, isBitWidth } from '../../../../src/conversion/rules/representations';
import { isRadix } from '../../../../src/conversion/rules/whole-number';

/** Everything that is typed and chosen on the page. All of it is in the query string of the page. */
export interface ConverterState {
  /** The typed text, and the base of the field that it was typed into. */
  readonly value: string;
  readonly base: number;
  /** The base of the field whose base can be chosen. */
  readonly other: number;
  readonly bits: BitWidth;
  /** Whether the bits are read in two's complement. */
  readonly signed: boolean;
  /** The target base of the steps. */
  readonly to: number;
  readonly stepsOpen: boolean;
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
  signed: false,
  to: 2,
  stepsOpen: false,
  operation: 'AND',
  value2: '15',
  expression: 'A AND (B XOR NOT C)',
  inputs: '110',
};

/** The query string of a state, including `?`, with the values that differ from the {@link initialState}. */
export function addressOf(state: ConverterState): string {
  const parameters = new URLSearchParams();
  for (const name of Object.keys(initialState) as (keyof ConverterState)[]) {
    if (state[name] !== initialState[name]) parameters.set(name, String(state[name]));
  }
  const text = String(parameters);
  return text === '' ? '' : `?${text}`;
}

/** Reads the state from a query string. Invalid values are ignored. */
export function stateOf(address: string): ConverterState {
  const given = new URLSearchParams(address);
  const text = (name: keyof ConverterState) => given.get(name) ?? String(initialState[name]);
  const flag = (name: 'signed' | 'stepsOpen') => text(name) === 'true';
  const radix = (name: 'base' | 'other' | 'to') => {
    const number = Number(text(name));
    return isRadix(number) ? number : initialState[name];
  };
  const bits = Number(text('bits'));
  const operation = logicOperationNames.find((name) => name === text('operation'));
  const base = radix('base');
  return {
    value: text('value'),
    base,
    other: [base, radix('other')].find((other) => !hasOwnField(other)) ?? initialState.other,
    bits: isBitWidth(bits) ? bits : initialState.bits,
    signed: flag('signed'),
    to: radix('to'),
    stepsOpen: flag('stepsOpen'),
    operation: operation ?? initialState.operation,
    value2: text('value2'),
    expression: text('expression'),
    inputs: /^[01]{0,6}$/.test(text('inputs')) ? text('inputs') : initialState.inputs,
  };
}
