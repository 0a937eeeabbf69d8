import type {
  BitGroupStep,
  ConversionStep,
  DivisionStep,
  PlaceValueStep,
} from '../../../../../src/conversion/rules/conversion-steps';
import { WideArea } from '../../../components/wide-area';
import { t } from '../../../lib/i18n/t';

/** The steps of one stage, which are all of a kind. */
export function StepTable({ steps }: { steps: readonly ConversionStep[] }) {
  const [first] = steps;
  if (first?.kind === 'PLACE_VALUE') return <PlaceValues steps={steps as readonly PlaceValueStep[]} />;
  if (first?.kind === 'DIVISION') return <Divisions steps={steps as readonly DivisionStep[]} />;
  return <BitGroups steps={steps as readonly BitGroupStep[]} />;
}

function PlaceValues({ steps }: { steps: readonly PlaceValueStep[] }) {
  const last = steps.at(-1);
  return (
    <WideArea label={t('ui.steps.placeValues')}>
      <table className="data-table figures">
        <thead>
          <tr>
            <th scope="col">{t('ui.steps.digit')}</th>
            <th scope="col" colSpan={2}>
              {t('ui.steps.worth')}
            </th>
            <th scope="col" className="number-cell">
              {t('ui.steps.product')}
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ position, digit, digitValue, radix, placeValue, product }) => (
            <tr key={position}>
              <th scope="row">
                {digit}
                {digit !== String(digitValue) && <span className="quiet"> = {digitValue}</span>}
              </th>
              <td className="quiet">
                × {radix}
                <sup>{position}</sup>
              </td>
              <td className="number-cell">{placeValue}</td>
              <td className="number-cell">{product}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t('ui.steps.sum')}
            </th>
            <td className="number-cell">{last?.sum}</td>
          </tr>
        </tfoot>
      </table>
    </WideArea>
  );
}

function Divisions({ steps }: { steps: readonly DivisionStep[] }) {
  return (
    <WideArea label={t('ui.steps.divisions')}>
      <table className="data-table figures">
        <thead>
          <tr>
            <th scope="col" className="number-cell">
              {t('ui.steps.dividend')}
            </th>
            <th scope="col">÷ {steps[0]?.divisor}</th>
            <th scope="col" className="number-cell">
              {t('ui.steps.quotient')}
            </th>
            <th scope="col" className="number-cell">
              {t('ui.steps.remainder')}
            </th>
            <th scope="col">{t('ui.steps.asDigit')}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ dividend, divisor, quotient, remainder, digit }) => (
            <tr key={dividend}>
              <td className="number-cell">{dividend}</td>
              <td className="quiet">÷ {divisor}</td>
              <td className="number-cell">{quotient}</td>
              <td className="number-cell">{remainder}</td>
              <td className="digit-cell">{digit}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </WideArea>
  );
}

/** Pairs of digit and bits, in the order of the digits in the number. */
function BitGroups({ steps }: { steps: readonly BitGroupStep[] }) {
  return (
    <ul className="bit-groups">
      {steps.toReversed().map(({ kind, position, digit, bits }) => (
        <li key={position} data-kind={kind}>
          <span>{kind === 'DIGIT_TO_BITS' ? digit : bits}</span>
          <span className="quiet" aria-hidden="true">
            ↓
          </span>
          <span className="visually-hidden"> = </span>
          <span className="digit-cell">{kind === 'DIGIT_TO_BITS' ? bits : digit}</span>
        </li>
      ))}
    </ul>
  );
}
