import './arithmetic.css';
import type {
  ArithmeticResult,
  ArithmeticTask,
} from '../../../../../src/features/conversion/rules/arithmetic/arithmetic-calculation';
import { binaryArithmetic } from '../../../../../src/features/conversion/rules/arithmetic/binary-arithmetic';
import { t } from '../../../lib/i18n/t';
import { Board } from '../board/board';
import { boardRows } from './board-rows';
import { Complements } from './complements';
import { FlagList } from './flag-list';

/** Shows a calculation with two numbers that fit, as on paper, with its flags and the two's complements it needs. */
export function Arithmetic({ task }: { task: ArithmeticTask }) {
  const done = binaryArithmetic(task);
  const { positions, rows, leavesOut } = boardRows(done, task);
  return (
    <div className="arithmetic">
      <Board
        caption={t('ui.arithmetic.caption', { calculation: `${task.number1} ${signOf(done)} ${task.number2}` })}
        positionName={t('ui.bitwise.position')}
        positions={positions}
        rows={rows}
      />
      {leavesOut && <p className="hint">{t('ui.arithmetic.zeroRows')}</p>}
      <Readings done={done} />
      <FlagList operation={done.operation} flags={done.flags} />
      <Complements done={done} task={task} />
    </div>
  );
}

/** Returns the usual sign of an operation. */
function signOf({ operation, shiftKind }: ArithmeticResult): string {
  if (operation === 'SHIFT_RIGHT') return shiftKind === 'LOGICAL' ? '>>>' : '>>';
  return { ADD: '+', SUBTRACT: '−', MULTIPLY: '×', SHIFT_LEFT: '<<' }[operation];
}

/**
 * Shows the result's bits read as unsigned and in two's complement, and whether each reading is correct. A right shift
 * has only one reading.
 */
function Readings({ done }: { done: ArithmeticResult }) {
  const { operand1, operand2, result, exactUnsigned, exactSigned, shiftCount, shiftKind } = done;
  const calculation = (first: string, second: string | undefined) => `${first} ${signOf(done)} ${second ?? shiftCount}`;
  return (
    <dl className="readings">
      {shiftKind !== 'ARITHMETIC' && (
        <>
          <dt>{t('ui.arithmetic.unsigned')}</dt>
          <Reading
            calculation={calculation(operand1.unsigned, operand2?.unsigned)}
            result={result.unsigned}
            exact={exactUnsigned}
          />
        </>
      )}
      {shiftKind !== 'LOGICAL' && (
        <>
          <dt>{t('ui.arithmetic.signed')}</dt>
          <Reading
            calculation={calculation(operand1.signed, operand2?.signed)}
            result={result.signed}
            exact={exactSigned}
          />
        </>
      )}
      <dt>{t('ui.arithmetic.hexadecimal')}</dt>
      <dd className="figures">{`0x${result.hex}`}</dd>
    </dl>
  );
}

function Reading({ calculation, result, exact }: { calculation: string; result: string; exact: string }) {
  return (
    <dd>
      <span className="figures">
        {calculation} = {exact}
      </span>
      {result !== exact && <span className="does-not-fit"> {t('ui.arithmetic.doesNotFit', { result })}</span>}
    </dd>
  );
}
