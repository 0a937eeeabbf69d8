import type {
  ArithmeticColumn,
  ArithmeticResult,
  ArithmeticTask,
} from '../../../../../src/features/conversion/rules/arithmetic/arithmetic-calculation';
import { t } from '../../../lib/i18n/t';
import type { BoardMark, BoardRow } from '../board/board';

export interface BoardContent {
  readonly positions: readonly number[];
  readonly rows: readonly BoardRow[];
  /** Whether rows of zeros are omitted. */
  readonly leavesOut: boolean;
}

/** Lays out a calculation as rows of a board: numbers as typed, the sign of the operation before the second. */
export function boardRows(done: ArithmeticResult, task: ArithmeticTask): BoardContent {
  switch (done.operation) {
    case 'ADD':
    case 'SUBTRACT':
      return sumRows(done, task);
    case 'MULTIPLY':
      return productRows(done, task);
    case 'SHIFT_LEFT':
    case 'SHIFT_RIGHT':
      return shiftRows(done, task);
  }
}

function sumRows({ operation, columns, flags }: ArithmeticResult, { number1, number2 }: ArithmeticTask): BoardContent {
  const adds = operation === 'ADD';
  // A carry out of the highest bit, or a borrow for it, has its own column.
  const [beyond, nothing] = flags.carry ? [['1'], ['']] : [[], []];
  const positions = columns.map(({ position }) => position);
  const carry: BoardRow = {
    key: 'carry',
    name: t(adds ? 'ui.arithmetic.carries' : 'ui.arithmetic.borrows'),
    cells: [...beyond, ...columns.map(({ carryIn }) => figure(carryIn))],
    isCarry: true,
  };
  const number = (key: string, name: string, bits: readonly (number | null)[]): BoardRow => ({
    key,
    name,
    cells: [...nothing, ...bits.map(String)],
  });
  return {
    positions: flags.carry ? [positions.length, ...positions] : positions,
    rows: [
      carry,
      number(
        'first',
        String(number1),
        columns.map(({ bit1 }) => bit1),
      ),
      number(
        'second',
        `${adds ? '+' : '−'} ${number2}`,
        columns.map(({ bit2 }) => bit2),
      ),
      {
        ...number(
          'result',
          t('ui.bitwise.result'),
          columns.map(({ result }) => result),
        ),
        ...(flags.carry && adds && { cells: ['1', ...columns.map(({ result }) => String(result))], marks: ['lost'] }),
        isResult: true,
      },
    ],
    leavesOut: false,
  };
}

/** Maximum width at which rows of zeros are shown. */
const ZERO_ROWS_UP_TO = 8;

function productRows(done: ArithmeticResult, { number1, number2, width }: ArithmeticTask): BoardContent {
  const { columns, partialProducts, operand1, operand2 } = done;
  const shown = partialProducts.filter(({ bit }) => bit === 1 || width <= ZERO_ROWS_UP_TO);
  const row = (key: string, name: string, bits: string, moved: number): BoardRow => ({
    key,
    name,
    cells: [...Array<string>(width - moved).fill(''), ...bits, ...Array<string>(moved).fill('')],
  });
  const upper = (_: ArithmeticColumn, index: number): BoardMark | undefined => (index < width ? 'upper' : undefined);
  return {
    positions: columns.map(({ position }) => position),
    rows: [
      row('first', String(number1), operand1.bits, 0),
      row('second', `× ${number2}`, operand2?.bits ?? '', 0),
      ...shown.map(({ position, bit, bits }, index) => ({
        ...row(`row-${position}`, `× ${bit}`, bits, position),
        place: t('ui.arithmetic.atPosition', { position }),
        isResult: index === 0,
      })),
      {
        key: 'carry',
        name: t('ui.arithmetic.carries'),
        cells: columns.map(({ carryIn }) => figure(carryIn)),
        isCarry: true,
      },
      {
        key: 'result',
        name: t('ui.bitwise.result'),
        cells: columns.map(({ result }) => String(result)),
        marks: columns.map(upper),
        isResult: true,
      },
    ],
    leavesOut: shown.length < partialProducts.length,
  };
}

function shiftRows(done: ArithmeticResult, { number1 }: ArithmeticTask): BoardContent {
  const { columns, operation, shiftCount, shiftKind } = done;
  const count = shiftCount ?? 0;
  const isLeft = operation === 'SHIFT_LEFT';
  const sign = isLeft ? '<<' : shiftKind === 'LOGICAL' ? '>>>' : '>>';
  const leaves = (position: number) => (isLeft ? position >= columns.length - count : position < count);
  return {
    positions: columns.map(({ position }) => position),
    rows: [
      {
        key: 'first',
        name: String(number1),
        cells: columns.map(({ bit1 }) => String(bit1)),
        marks: columns.map(({ position }) => (leaves(position) ? 'lost' : undefined)),
      },
      {
        key: 'result',
        name: `${sign} ${count}`,
        cells: columns.map(({ result }) => String(result)),
        marks: columns.map(({ source }) => (source === null ? 'filled' : undefined)),
        isResult: true,
      },
    ],
    leavesOut: false,
  };
}

/** Formats a carry; 0 is left blank. */
function figure(carry: number | null): string {
  return carry ? String(carry) : '';
}
