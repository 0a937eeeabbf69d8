import './bitwise.css';
import type { Bit, GateName } from '../../../../../src/features/conversion/rules/logic/logic-operations';
import {
  type BitColumn,
  type BitPattern,
  bitwise,
} from '../../../../../src/features/conversion/rules/representations/bitwise';
import type { BitWidth } from '../../../../../src/features/conversion/rules/representations/representations';
import { WideArea } from '../../../components/layout/wide-area';
import { t } from '../../../lib/i18n/t';
import { isNegative } from '../reading';

interface BitwiseColumnsProps {
  operation: GateName;
  /** Operands as typed; `second` is undefined for `NOT`. */
  first: bigint;
  second: bigint | undefined;
  width: BitWidth;
  signed: boolean;
}

/** Shows a bitwise operation on two numbers that fit, written below each other as on paper. */
export function BitwiseColumns({ operation, first, second, width, signed }: BitwiseColumnsProps) {
  const { operand2, result, columns } = bitwise(operation, first, second, width);
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
            <BitRow name={operand2 ? String(first) : caption} columns={columns} bitOf={({ bit1 }) => bit1} />
            {operand2 && <BitRow name={`${operation} ${second}`} columns={columns} bitOf={({ bit2 }) => bit2} />}
          </tbody>
          <tfoot>
            <BitRow name={t('ui.bitwise.result')} columns={columns} bitOf={(column) => column.result} />
          </tfoot>
        </table>
      </WideArea>
      <Result result={result} signed={signed || isNegative(first) || isNegative(second)} />
    </div>
  );
}

/** Shows both readings of the bits, starting with the one used for the operands. */
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

interface BitRowProps {
  name: string;
  columns: readonly BitColumn[];
  bitOf(column: BitColumn): Bit | null;
}

function BitRow({ name, columns, bitOf }: BitRowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {columns.map((column) => (
        <td key={column.position} data-bit={bitOf(column)}>
          {bitOf(column)}
        </td>
      ))}
    </tr>
  );
}
