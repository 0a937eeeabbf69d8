import type {
  ColumnTask,
  FloatingPointTask,
  MinimiseTask,
  OverflowTask,
  Task,
} from '../../../../../src/features/conversion/rules/exercises/task.js';
import { cheapestByTrial } from '../logic-forms/cheapest-by-trial.js';
import { columnOfForm, readForm } from './plain-forms.js';

/**
 * Checks an answer independently of the rules: with the hardware's arithmetic or, for minimal forms, by trying all. The
 * answer must be in the plain form used by solutions. Returns undefined for any other text of a form.
 */
export function isRight(task: Task, answer: string): boolean | undefined {
  switch (task.kind) {
    case 'DECIMAL_TO_BASE':
      return numberIn(answer, task.to) === Number(task.value);
    case 'BASE_TO_DECIMAL':
      return /^\d+$/.test(answer) && Number(answer) === Number.parseInt(task.value, task.from);
    case 'BASE_TO_BASE':
      return numberIn(answer, task.to) === Number.parseInt(task.value, task.from);
    case 'FRACTION':
      return areEqual(ratioOf(answer, task.to), ratioOf(task.value, task.from));
    case 'TWOS_COMPLEMENT':
      if (task.direction === 'DECODE') return /^-?\d+$/.test(answer) && Number(answer) === signedValue(task.value);
      if (!/^[01]+$/.test(answer) || answer.length !== task.bits) return false;
      if (task.direction === 'ENCODE') return signedValue(answer) === Number(task.value);
      return (Number.parseInt(answer, 2) + Number.parseInt(task.value, 2)) % 2 ** task.bits === 0;
    case 'ADDITION':
      return numberIn(answer, 2) === Number.parseInt(task.value1, 2) + Number.parseInt(task.value2, 2);
    case 'OVERFLOW':
      return answer.replace(/[ =]/g, '') === overflowAnswer(task).replace(/[ =]/g, '');
    case 'FLOATING_POINT':
      return task.direction === 'ENCODE' ? isNearest(task, answer.replaceAll(' ', '')) : hasValue(task, answer);
    case 'TRUTH_TABLE':
    case 'IMPLICATION':
      return answer === columnOf(task);
    case 'MINIMISE':
      return isSmallest(task, answer);
  }
}

const smallest = new Map<string, number>();

/** Compares the size of a form of the right column with that of the smallest one, which a search through all finds. */
function isSmallest({ outputs, variables, form }: MinimiseTask, answer: string): boolean | undefined {
  const terms = readForm(answer, form);
  if (!terms) return undefined;
  if (columnOfForm(terms, variables, form) !== outputs) return false;
  const least = smallest.get(form + outputs) ?? cheapestByTrial(outputs, form, { term: 1000, literal: 1 });
  smallest.set(form + outputs, least);
  return terms.length * 1000 + terms.flat().length === least;
}

/** Returns a text that is the same for answers that mean the same to the rules. */
export function meaningOf(task: Task, answer: string): string {
  if (task.kind === 'FRACTION') {
    const [numerator, denominator] = ratioOf(answer, task.to) ?? [];
    return numerator === undefined ? answer : `= ${Number(numerator) / Number(denominator)}`;
  }
  if (task.kind === 'FLOATING_POINT' && task.direction === 'DECODE') return String(Number(answer));
  if (task.kind === 'MINIMISE') {
    const column = columnOfAnswer(task, answer);
    return column === task.outputs ? answer : column;
  }
  if (task.kind === 'FLOATING_POINT') return answer.replaceAll(' ', '');
  const isNumber = /_TO_|ADDITION/.test(task.kind) || ('direction' in task && task.direction === 'DECODE');
  return isNumber ? answer.replace(/^(-?)0+(?=.)/, '$1') : answer;
}

function columnOfAnswer({ outputs, variables, form }: MinimiseTask, answer: string): string {
  if (answer === '0') return '0'.repeat(outputs.length);
  const forms =
    form === 'SUM_OF_PRODUCTS' ? ([form, 'PRODUCT_OF_SUMS'] as const) : ([form, 'SUM_OF_PRODUCTS'] as const);
  for (const read of forms) {
    const terms = readForm(answer, read);
    if (terms) return columnOfForm(terms, variables, read);
  }
  throw new Error(`Not a form: ${answer}`);
}

/** Returns numerator and denominator of digits with repeating ones in brackets; undefined if they are not that. */
function ratioOf(text: string, radix: number): [bigint, bigint] | undefined {
  const {
    whole = '',
    fixed = '',
    period = '',
  } = /^(?<whole>\w*)(?:\.(?<fixed>\w*)(?:\((?<period>\w+)\))?)?$/.exec(text)?.groups ?? {};
  if (whole + fixed + period === '') return undefined;
  const scale = BigInt(radix) ** BigInt(fixed.length);
  const start = numberIn(whole + fixed || '0', radix);
  if (Number.isNaN(start)) return undefined;
  if (period === '') return [BigInt(start), scale];
  const repeating = numberIn(period, radix);
  if (Number.isNaN(repeating)) return undefined;
  const nines = BigInt(radix) ** BigInt(period.length) - 1n;
  return [BigInt(start) * nines + BigInt(repeating), scale * nines];
}

function areEqual(one: [bigint, bigint] | undefined, other: [bigint, bigint] | undefined): boolean {
  return one !== undefined && other !== undefined && one[0] * other[1] === other[0] * one[1];
}

/** Computes the column of a truth table from the expression's canonical text. */
export function columnOf({ expression, variables }: ColumnTask): string {
  return Array.from({ length: 2 ** variables.length }, (_, row) => {
    const bits = row.toString(2).padStart(variables.length, '0');
    const values = new Map(variables.map((name, at) => [name, bits[at] === '1']));
    return Number(evaluateWords(expression.match(/\w+|[()]/g) ?? [], values));
  }).join('');
}

const GATES: Readonly<Record<string, (a: boolean, b: boolean) => boolean>> = {
  AND: (a, b) => a && b,
  OR: (a, b) => a || b,
  XOR: (a, b) => a !== b,
  NAND: (a, b) => !(a && b),
  NOR: (a, b) => !(a || b),
  XNOR: (a, b) => a === b,
  IMPLIES: (a, b) => a <= b,
  IFF: (a, b) => a === b,
};

/** Evaluates words from left to right, which is right for the canonical form: everything but chains is in brackets. */
function evaluateWords(words: string[], values: ReadonlyMap<string, boolean>): boolean {
  const operand = (): boolean => {
    const word = words.shift();
    if (word === 'NOT') return !operand();
    return word === '(' ? evaluateWords(words, values) : values.get(word ?? '') === true;
  };
  let value = operand();
  for (let word = words.shift(); word !== undefined && word !== ')'; word = words.shift()) {
    const gate = GATES[word];
    if (!gate) throw new Error(`Not a gate: ${word}`);
    value = gate(value, operand());
  }
  return value;
}

function numberIn(digits: string, radix: number): number {
  const last = (radix - 1).toString(radix);
  const pattern = new RegExp(radix > 10 ? `^[0-9A-${last}]+$` : `^[0-${last}]+$`, 'i');
  return pattern.test(digits) ? Number.parseInt(digits, radix) : Number.NaN;
}

function signedValue(pattern: string): number {
  const shift = 32 - pattern.length;
  return (Number.parseInt(pattern, 2) << shift) >> shift;
}

function overflowAnswer({ operation, signed, bits, value1, value2 }: OverflowTask): string {
  const registers = bits === 8 ? [Uint8Array, Int8Array] : [Uint16Array, Int16Array];
  const Register = registers[signed ? 1 : 0] as typeof Int16Array;
  const [first = 0, second = 0] = Register.of(Number.parseInt(value1, 2), Number.parseInt(value2, 2));
  const exact = operation === 'ADD' ? first + second : first - second;
  const [kept = 0] = Register.of(exact);
  const pattern = (kept & (2 ** bits - 1)).toString(2).padStart(bits, '0');
  return `${pattern} ${signed ? 'V' : 'C'}=${kept === exact ? 0 : 1}`;
}

/**
 * Returns a bit pattern's value, computed by the hardware's floats or, for 16 bits, which the hardware lacks, by
 * definition.
 */
function valueOfBits(bits: string): number {
  if (bits.length === 32) {
    const view = new DataView(new ArrayBuffer(4));
    view.setUint32(0, Number.parseInt(bits, 2));
    return view.getFloat32(0);
  }
  const exponent = Number.parseInt(bits.slice(1, 6), 2);
  const fraction = Number.parseInt(bits.slice(6), 2) / 1024;
  const magnitude = exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15);
  return bits.startsWith('1') ? -magnitude : magnitude;
}

function hasValue({ value }: FloatingPointTask, answer: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(answer) && Number(answer) === valueOfBits(value);
}

/** Whether no neighbour is nearer, or as near with an even last bit. */
function isNearest({ format, value }: FloatingPointTask, bits: string): boolean {
  const width = format === 'BINARY16' ? 16 : 32;
  const number = Number(value);
  if (!/^[01]+$/.test(bits) || bits.length !== width || bits.startsWith('1') !== value.startsWith('-')) return false;
  if (format === 'BINARY32') return valueOfBits(bits) === Math.fround(number);
  const pattern = Number.parseInt(bits, 2);
  if ((pattern & 0x7c00) === 0x7c00) return false;
  const distance = Math.abs(valueOfBits(bits) - number);
  return [pattern - 1, pattern + 1].every((neighbour) => {
    const other = Math.abs(valueOfBits((neighbour & 0xffff).toString(2).padStart(width, '0')) - number);
    return distance < other || (distance === other && pattern % 2 === 0);
  });
}
