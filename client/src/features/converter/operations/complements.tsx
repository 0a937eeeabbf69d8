import type {
  ArithmeticResult,
  ArithmeticTask,
} from '../../../../../src/features/conversion/rules/arithmetic/arithmetic-calculation';
import type { TwosComplementSteps } from '../../../../../src/features/conversion/rules/arithmetic/twos-complement-steps';
import { t } from '../../../lib/i18n/t';
import { Board, type BoardRow } from '../board/board';

/** Shows by hand the two's complements of a calculation: of negative numbers, of the subtrahend and of the result. */
export function Complements({ done, task }: { done: ArithmeticResult; task: ArithmeticTask }) {
  const { complement1, complement2, negated2, magnitude, result } = done;
  const { number1, number2 } = task;
  const negative = result.signed.replace('-', '−');
  return (
    <section className="complements">
      {complement1 && <ByHand title={writes(number1)} from={-number1} to={number1} steps={complement1} />}
      {complement2 && number2 !== number1 && (
        <ByHand title={writes(number2)} from={-number2} to={number2} steps={complement2} />
      )}
      {negated2 && (
        <ByHand
          title={t('ui.arithmetic.negated', { number: String(number2) })}
          from={number2}
          to={-number2}
          steps={negated2}
        />
      )}
      {magnitude && (
        <ByHand
          title={t('ui.arithmetic.magnitude', { bits: result.bits, number: negative })}
          from={BigInt(result.signed)}
          to={-BigInt(result.signed)}
          steps={magnitude}
        />
      )}
    </section>
  );
}

function writes(number: bigint): string {
  return t('ui.arithmetic.complement', { number: String(number).replace('-', '−') });
}

interface ByHandProps {
  title: string;
  from: bigint;
  to: bigint;
  steps: TwosComplementSteps;
}

function ByHand({ title, from, to, steps: { bits, inverted, columns } }: ByHandProps) {
  const lowest = columns.length - 1;
  const rows: readonly BoardRow[] = [
    { key: 'bits', name: String(from), cells: [...bits] },
    { key: 'inverted', name: t('ui.arithmetic.inverted'), cells: [...inverted], isResult: true },
    {
      key: 'carry',
      name: t('ui.arithmetic.carries'),
      cells: columns.map(({ carryIn }, index) => (carryIn && index < lowest ? '1' : '')),
      isCarry: true,
    },
    { key: 'one', name: '+ 1', cells: columns.map((_, index) => (index === lowest ? '1' : '')) },
    { key: 'result', name: String(to), cells: columns.map(({ result }) => String(result)), isResult: true },
  ];
  return (
    <div className="complement">
      <h3>{title}</h3>
      <Board
        caption={title}
        positionName={t('ui.bitwise.position')}
        positions={columns.map(({ position }) => position)}
        rows={rows}
      />
    </div>
  );
}
