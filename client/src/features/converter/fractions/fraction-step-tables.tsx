import type {
  FractionPlaceValueStep,
  FractionStep,
  MultiplicationStep,
  PeriodStep,
} from '../../../../../src/features/conversion/rules/fractions/fraction-steps';
import { WideArea } from '../../../components/layout/wide-area';
import { t } from '../../../lib/i18n/t';
import { withDecimalSign } from '../decimal-sign';
import { Digit, PlaceValueTable } from '../steps/place-value-table';

/** Shows how the fractional part is converted step by step, one table per stage. */
export function FractionStepTables({ steps }: { steps: readonly FractionStep[] }) {
  const places = steps.filter((step) => step.kind === 'NEGATIVE_POWER');
  const period = steps.find((step) => step.kind === 'PERIOD');
  const multiplications = steps.filter((step) => step.kind === 'MULTIPLICATION');
  const sum = steps.findLast((step) => step.kind !== 'MULTIPLICATION')?.sum ?? '';
  return (
    <div className="stages">
      {(places.length > 0 || period) && (
        <div className="stage">
          <p>{t('ui.fractions.stages.NEGATIVE_POWER')}</p>
          <NegativePowers steps={places} period={period} sum={sum} />
        </div>
      )}
      {multiplications.length > 0 && (
        <div className="stage">
          <p>{t('ui.fractions.stages.MULTIPLICATION')}</p>
          <Multiplications steps={multiplications} />
        </div>
      )}
    </div>
  );
}

interface NegativePowersProps {
  steps: readonly FractionPlaceValueStep[];
  period: PeriodStep | undefined;
  sum: string;
}

function NegativePowers({ steps, period, sum }: NegativePowersProps) {
  return (
    <PlaceValueTable label={t('ui.fractions.placeValues')} steps={steps} sum={sum}>
      {period && (
        <tr>
          <th scope="row">
            (<span className="period">{period.digits}</span>)
          </th>
          <td className="quiet">{t('ui.fractions.period')}</td>
          <td className="number-cell">
            {period.numerator} ÷ {period.denominator}
          </td>
          <td className="number-cell">{withDecimalSign(period.value)}</td>
        </tr>
      )}
    </PlaceValueTable>
  );
}

function Multiplications({ steps }: { steps: readonly MultiplicationStep[] }) {
  const repeated = steps.find(({ repeats }) => repeats)?.rest;
  // The repeating part begins where the final remainder was first multiplied.
  const begin = steps.findIndex(({ fraction }) => fraction === repeated);
  return (
    <WideArea label={t('ui.fractions.multiplications')}>
      <table className="data-table figures">
        <thead>
          <tr>
            <th scope="col" className="number-cell">
              <span className="kept-in-sight">{t('ui.fractions.part')}</span>
            </th>
            <th scope="col">× {steps[0]?.radix}</th>
            <th scope="col" className="number-cell">
              <span className="kept-in-sight">{t('ui.stepTables.product')}</span>
            </th>
            <th scope="col">{t('ui.stepTables.digit')}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ index, fraction, radix, product, digit, digitValue }) => (
            <tr key={index} data-period={(begin >= 0 && index >= begin) || undefined}>
              <td className="number-cell">{withDecimalSign(fraction)}</td>
              <td className="quiet">× {radix}</td>
              <td className="number-cell">{withDecimalSign(product)}</td>
              <td className="digit-cell">
                <Digit digit={digit} value={digitValue} />
              </td>
            </tr>
          ))}
          {repeated !== undefined && (
            <tr>
              <td className="number-cell">{withDecimalSign(repeated)}</td>
              <td className="quiet" colSpan={3}>
                {t('ui.fractions.again')}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </WideArea>
  );
}
