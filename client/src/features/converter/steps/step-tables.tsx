import type {
  BitGroupStep,
  ConversionStep,
  DivisionStep,
  PlaceValueStep,
} from '../../../../../src/features/conversion/rules/bases/conversion-steps';
import { WideArea } from '../../../components/layout/wide-area';
import { t } from '../../../lib/i18n/t';
import { PlaceValueTable } from './place-value-table';

/** The steps of one stage, all of the same kind. */
export function StepTable({ steps }: { steps: readonly ConversionStep[] }) {
  const [first] = steps;
  if (first?.kind === 'PLACE_VALUE') {
    const digits = steps as readonly PlaceValueStep[];
    return <PlaceValueTable label={t('ui.steps.placeValues')} steps={digits} sum={digits.at(-1)?.sum ?? ''} />;
  }
  if (first?.kind === 'DIVISION') return <Divisions steps={steps as readonly DivisionStep[]} />;
  return <BitGroups steps={steps as readonly BitGroupStep[]} />;
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
            <th scope="col">{t('ui.stepTables.digit')}</th>
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

/** Pairs of digit and bits, in the order of the digits. */
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
