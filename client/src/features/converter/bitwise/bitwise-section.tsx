import './bitwise.css';
import { type BitPattern, type BitwiseResult, bitwise, fitsBits } from '../../../../../src/conversion/rules/bitwise';
import { type LogicOperationName, logicOperationNames } from '../../../../../src/conversion/rules/logic';
import { numberProblemText } from '../../../../../src/conversion/rules/number-problem-text';
import type { BitWidth } from '../../../../../src/conversion/rules/representations';
import { parseLiteral } from '../../../../../src/conversion/rules/whole-number';
import { Choice } from '../../../components/choice';
import { Field } from '../../../components/field';
import { Notice } from '../../../components/notice';
import { Empty } from '../../../components/states';
import { WideArea } from '../../../components/wide-area';
import { t } from '../../../lib/i18n/t';
import { WidthChoice } from '../bits/width-choice';
import type { ConverterProps } from '../converter-props';
import { ConverterSection } from '../converter-section';
import type { ConverterState } from '../converter-state';
import { isNegative, narrowest } from '../reading';

export { bitwiseMessages as messages } from './bitwise-messages';

/** A bitwise operation on the number and a second one, written one below the other as on paper. */
export default function BitwiseSection(props: ConverterProps) {
  const { state, number, onChange } = props;
  const { operation, value2 } = state;
  const second = operation === 'NOT' ? undefined : parseLiteral(value2);
  const width = widthFor(second, state);
  const faults = faultsOf(second, width);
  const fits = number === undefined || fitsBits(number, width);
  const ready = number !== undefined && fits && faults.length === 0;
  return (
    <ConverterSection id="bitwise" title={t('ui.bitwise.bitwise')} about={t('ui.bitwise.about')}>
      <div className="converter-choices">
        <WidthChoice {...props} />
        <Choice<LogicOperationName>
          legend={t('ui.bitwise.operation')}
          value={operation}
          options={logicOperationNames.map((name) => ({ value: name, label: name }))}
          onChoose={(chosen) => onChange({ operation: chosen })}
        />
        {operation !== 'NOT' && (
          <Field
            label={t('ui.bitwise.secondNumber')}
            hint={t('ui.bitwise.secondHint')}
            name="value2"
            autoComplete="off"
            spellCheck={false}
            value={value2}
            faults={faults}
            onChange={({ target }) => onChange({ value2: target.value })}
          />
        )}
      </div>
      {!fits && <Notice>{t('ui.bitwise.firstTooLarge', { width })}</Notice>}
      {number === undefined && <Empty title={t('ui.converterTab.noNumber')} />}
      {ready && (
        <Columns
          operation={operation}
          first={number}
          second={second as bigint | undefined}
          done={bitwise(operation, number, second as bigint | undefined, width)}
          signed={state.signed}
        />
      )}
    </ConverterSection>
  );
}

/** Unless a width was chosen, the second number has room, too. */
function widthFor(second: ReturnType<typeof parseLiteral> | undefined, { bits, bitsChosen }: ConverterState): BitWidth {
  if (bitsChosen || typeof second !== 'bigint') return bits;
  return Math.max(bits, narrowest(second, false)) as BitWidth;
}

function faultsOf(second: ReturnType<typeof parseLiteral> | undefined, width: ConverterState['bits']): string[] {
  if (second === undefined) return [];
  if (typeof second !== 'bigint') return [t(numberProblemText(second.problem))];
  return fitsBits(second, width) ? [] : [t('ui.bitwise.tooLarge', { width })];
}

interface ColumnsProps {
  operation: LogicOperationName;
  /** As they were typed; `second` is none for `NOT`. */
  first: bigint;
  second: bigint | undefined;
  done: BitwiseResult;
  /** Whether the number is read in two's complement. */
  signed: boolean;
}

function Columns({ operation, first, second, done, signed }: ColumnsProps) {
  const { operand1, operand2, result, columns } = done;
  const caption =
    second === undefined
      ? `NOT ${first}`
      : t('ui.bitwise.caption', { first: String(first), operation, second: String(second) });
  return (
    <div className="bitwise-area">
      <WideArea label={caption}>
        <table className="bit-columns">
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('ui.bitwise.position')}</span>
              </th>
              {columns.map(({ position }) => (
                <th scope="col" key={position}>
                  {position}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <BitRow name={operand2 ? String(first) : caption} bits={operand1.bits} />
            {operand2 && <BitRow name={`${operation} ${second}`} bits={operand2.bits} />}
          </tbody>
          <tfoot>
            <BitRow name={t('ui.bitwise.result')} bits={result.bits} />
          </tfoot>
        </table>
      </WideArea>
      <Result result={result} signed={signed || isNegative(first) || isNegative(second)} />
    </div>
  );
}

/** Both values that the bits can have: first the one that is like the operands. */
function Result({ result, signed }: { result: BitPattern; signed: boolean }) {
  const unsignedValue = (
    <>
      <span className="figures">{result.unsigned}</span> {t('ui.bitwise.withoutSign')}
    </>
  );
  const signedValue = (
    <>
      <span className="figures">{result.signed}</span> {t('ui.bitwise.withSign')}
    </>
  );
  return (
    <p className="bitwise-result">
      {signed ? signedValue : unsignedValue}, {signed ? unsignedValue : signedValue},{' '}
      <span className="figures">{`0x${result.hex}`}</span>
    </p>
  );
}

function BitRow({ name, bits }: { name: string; bits: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {[...bits].map((bit, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a bit is identified by its position only
        <td key={index} data-bit={bit}>
          {bit}
        </td>
      ))}
    </tr>
  );
}
