import type { ShiftKind } from '../../../../../src/features/conversion/rules/arithmetic/arithmetic-calculation';
import {
  type ArithmeticOperationName,
  arithmeticOperationNames,
  isShift,
} from '../../../../../src/features/conversion/rules/arithmetic/arithmetic-operation';
import { isShiftCount } from '../../../../../src/features/conversion/rules/arithmetic/binary-arithmetic';
import { numberProblemText } from '../../../../../src/features/conversion/rules/bases/number-problem-text';
import { parseLiteral } from '../../../../../src/features/conversion/rules/bases/whole-number';
import { gateNames } from '../../../../../src/features/conversion/rules/logic/logic-operations';
import { fitsBits } from '../../../../../src/features/conversion/rules/representations/bitwise';
import type { BitWidth } from '../../../../../src/features/conversion/rules/representations/representations';
import { Choice } from '../../../components/forms/choice';
import { Field } from '../../../components/forms/field';
import { gateTitle } from '../../../components/logic/gate-words';
import { Notice } from '../../../components/status/notice';
import { Empty } from '../../../components/status/states';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { type MessageKey, t } from '../../../lib/i18n/t';
import { WidthChoice } from '../bits/width-choice';
import type { ConverterProps } from '../converter-props';
import { ConverterSection } from '../converter-section';
import type { ConverterState } from '../converter-state';
import { narrowest } from '../reading';
import { Arithmetic } from './arithmetic';
import { BitwiseColumns } from './bitwise-columns';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', {
    query: '?keys=ui.bitwise,ui.arithmetic,ui.gates,ui.converterTab',
    import: 'default',
  }),
);

/** Operations on the bits of the number and of a second one: bitwise, or arithmetic as on paper. */
export default function OperationsSection(props: ConverterProps) {
  const { state, number } = props;
  const { operation, value2 } = state;
  const second = operation === 'NOT' ? undefined : parseLiteral(value2);
  const width = widthFor(second, state);
  const faults = findFaults(second, state, width);
  const fits = number === undefined || fitsBits(number, width);
  const ready = number !== undefined && fits && faults.length === 0;
  return (
    <ConverterSection id="bitwise" title={t('ui.bitwise.bitwise')} about={t('ui.bitwise.about')}>
      <Choices {...props} faults={value2.trim() === '' ? [] : faults} />
      {!fits && <Notice>{t('ui.bitwise.firstTooLarge', { width })}</Notice>}
      {number === undefined && <Empty title={t('ui.converterTab.noNumber')} />}
      {ready && <Calculated state={state} first={number} second={second as bigint | undefined} width={width} />}
    </ConverterSection>
  );
}

interface CalculatedProps {
  state: ConverterState;
  first: bigint;
  /** The second operand; undefined for `NOT`. */
  second: bigint | undefined;
  width: BitWidth;
}

function Calculated({ state: { operation, signed, shift }, first, second, width }: CalculatedProps) {
  if (!isArithmetic(operation)) return <BitwiseColumns {...{ operation, first, second, width, signed }} />;
  const shiftKind = isShiftKind(shift) ? shift : null;
  return <Arithmetic task={{ operation, width, number1: first, number2: second ?? 0n, shiftKind }} />;
}

function Choices(props: ConverterProps & { faults: readonly string[] }) {
  const { state, onChange, faults } = props;
  const { operation } = state;
  const shifts = isArithmetic(operation) && isShift(operation);
  return (
    <div className="converter-choices">
      <WidthChoice {...props} />
      <Choice
        legend={t('ui.arithmetic.kind')}
        value={isArithmetic(operation) ? 'ADD' : 'AND'}
        options={[
          { value: 'AND', label: t('ui.arithmetic.bitByBit') },
          { value: 'ADD', label: t('ui.arithmetic.arithmetic') },
        ]}
        onChoose={(chosen) => onChange({ operation: chosen as 'AND' | 'ADD' })}
      />
      <Choice<ConverterState['operation']>
        legend={t('ui.bitwise.operation')}
        value={operation}
        options={
          isArithmetic(operation)
            ? arithmeticOperationNames.map((name) => ({ value: name, label: t(OPERATIONS[name]) }))
            : gateNames.map((name) => ({ value: name, label: gateTitle(name) }))
        }
        onChoose={(chosen) => onChange({ operation: chosen })}
      />
      {operation !== 'NOT' && (
        <Field
          label={t(shifts ? 'ui.arithmetic.positions' : 'ui.bitwise.secondNumber')}
          hint={shifts ? t('ui.arithmetic.positionsHint') : t('ui.bitwise.secondHint')}
          name="value2"
          autoComplete="off"
          spellCheck={false}
          value={state.value2}
          faults={faults}
          onChange={({ target }) => onChange({ value2: target.value })}
        />
      )}
      {operation === 'SHIFT_RIGHT' && (
        <Choice
          legend={t('ui.arithmetic.fillWith')}
          value={isShiftKind(state.shift) ? state.shift : ''}
          options={[
            { value: '', label: t('ui.arithmetic.fill.automatic') },
            { value: 'LOGICAL', label: t('ui.arithmetic.fill.LOGICAL') },
            { value: 'ARITHMETIC', label: t('ui.arithmetic.fill.ARITHMETIC') },
          ]}
          onChoose={(shift) => onChange({ shift })}
        />
      )}
    </div>
  );
}

const OPERATIONS = {
  ADD: 'ui.arithmetic.operations.ADD',
  SUBTRACT: 'ui.arithmetic.operations.SUBTRACT',
  MULTIPLY: 'ui.arithmetic.operations.MULTIPLY',
  SHIFT_LEFT: 'ui.arithmetic.operations.SHIFT_LEFT',
  SHIFT_RIGHT: 'ui.arithmetic.operations.SHIFT_RIGHT',
} as const satisfies Record<ArithmeticOperationName, MessageKey>;

function isArithmetic(operation: ConverterState['operation']): operation is ArithmeticOperationName {
  return arithmeticOperationNames.some((name) => name === operation);
}

function isShiftKind(text: string): text is ShiftKind {
  return text === 'LOGICAL' || text === 'ARITHMETIC';
}

type Second = ReturnType<typeof parseLiteral> | undefined;

/** Returns the width; unless the user chose it, it also fits the second number. A shift count doesn't need to fit. */
function widthFor(second: Second, { bits, bitsChosen, operation }: ConverterState): BitWidth {
  const needsNoRoom = isArithmetic(operation) && isShift(operation);
  if (bitsChosen || needsNoRoom || typeof second !== 'bigint') return bits;
  return Math.max(bits, narrowest(second, false)) as BitWidth;
}

function findFaults(second: Second, { operation }: ConverterState, width: BitWidth): string[] {
  if (second === undefined) return [];
  if (typeof second !== 'bigint') return [t(numberProblemText(second.problem))];
  if (isArithmetic(operation) && isShift(operation)) {
    return isShiftCount(second, width) ? [] : [t('ui.arithmetic.tooFar', { width })];
  }
  return fitsBits(second, width) ? [] : [t('ui.bitwise.tooLarge', { width })];
}
