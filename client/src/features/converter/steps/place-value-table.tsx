import type { ReactNode } from 'react';
import { WideArea } from '../../../components/layout/wide-area';
import { t } from '../../../lib/i18n/t';
import { withDecimalSign } from '../decimal-sign';

/** A digit times its place value. Numbers are decimal. */
interface PlaceValue {
  readonly position: number;
  readonly radix: number;
  readonly digit: string;
  readonly digitValue: number;
  readonly placeValue: string;
  readonly product: string;
}

interface PlaceValueTableProps {
  label: string;
  steps: readonly PlaceValue[];
  sum: string;
  /** Additional rows. */
  children?: ReactNode;
}

/** Shows each digit's value and their sum, which is the number in decimal. */
export function PlaceValueTable({ label, steps, sum, children }: PlaceValueTableProps) {
  return (
    <WideArea label={label}>
      <table className="data-table figures">
        <thead>
          <tr>
            <th scope="col">{t('ui.stepTables.digit')}</th>
            <th scope="col" colSpan={2}>
              {t('ui.stepTables.worth')}
            </th>
            <th scope="col" className="number-cell">
              {t('ui.stepTables.product')}
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ position, digit, digitValue, radix, placeValue, product }) => (
            <tr key={position}>
              <th scope="row">
                <Digit digit={digit} value={digitValue} />
              </th>
              <td className="quiet">
                × {radix}
                <sup>{String(position).replace('-', '−')}</sup>
              </td>
              <td className="number-cell">{withDecimalSign(placeValue)}</td>
              <td className="number-cell">{withDecimalSign(product)}</td>
            </tr>
          ))}
          {children}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t('ui.stepTables.sum')}
            </th>
            <td className="number-cell">{withDecimalSign(sum)}</td>
          </tr>
        </tfoot>
      </table>
    </WideArea>
  );
}

/** A digit, with its value if that is written differently. */
export function Digit({ digit, value }: { digit: string; value: number }) {
  return (
    <>
      {digit}
      {digit !== String(value) && <span className="quiet"> = {value}</span>}
    </>
  );
}
