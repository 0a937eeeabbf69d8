import './number-panel.css';
import { useId, useState } from 'react';
import { numberProblemText } from '../../../../../src/features/conversion/rules/bases/number-problem-text';
import {
  formatWhole,
  type NumberProblem,
  parseWhole,
  RADIX_MAX,
  RADIX_MIN,
} from '../../../../../src/features/conversion/rules/bases/whole-number';
import { FaultMark } from '../../../components/fault-mark';
import { t } from '../../../lib/i18n/t';
import { baseNames } from '../base-names';
import type { ConverterProps } from '../converter-props';
import { FIELD_BASES, hasOwnField } from '../converter-state';
import { NumberField } from './number-field';
import { NumberReadings } from './number-readings';

/**
 * Shows the number in binary, octal, decimal, hexadecimal and one more base, beside the tabs that use it. Typing into
 * one field updates the others. On a phone it is a slim bar, with the typed field and the others as text, until
 * expanded. In print it is text, because fields would be cut off.
 */
export function NumberPanel({ state, number, onChange, onNumber }: ConverterProps) {
  const id = useId();
  const [unfolded, setUnfolded] = useState(false);
  const problem = findProblem(state.value, state.base);
  const valueIn = (base: number) => {
    if (base === state.base) return state.value;
    return number === undefined ? '' : formatWhole(number, base);
  };
  const field = (base: number) => ({
    base,
    value: valueIn(base),
    typed: base === state.base,
    problemId: base === state.base && problem ? `${id}-problem` : undefined,
    onType: (value: string) => onNumber(value, base),
  });
  const chooseOther = (other: number) => {
    const typedThere = !hasOwnField(state.base);
    // A number typed in the previous base keeps its value and becomes decimal.
    const converted = typedThere && number !== undefined ? { value: String(number), base: 10 } : {};
    onChange({ other, ...(typedThere && { base: other }), ...converted });
  };
  return (
    <section className="number-panel" aria-labelledby={`${id}-title`}>
      <div className="number-about">
        <h2 id={`${id}-title`}>{t('ui.converter.number')}</h2>
        <p className="hint">{t('ui.converter.numberAbout')}</p>
      </div>
      <div className="number-fields" id={`${id}-fields`} data-unfolded={unfolded || undefined}>
        {FIELD_BASES.map((base) => (
          <NumberField key={base} name={t(baseNames[base])} {...field(base)} />
        ))}
        <NumberField
          name={t('ui.converter.base.other')}
          {...field(state.other)}
          chooser={<BaseChooser base={state.other} onChoose={chooseOther} />}
        />
      </div>
      <div className="number-more">
        {number !== undefined && <NumberReadings number={number} typedIn={state.base} other={state.other} />}
        <button
          className="button button-small"
          type="button"
          aria-expanded={unfolded}
          aria-controls={`${id}-fields`}
          onClick={() => setUnfolded(!unfolded)}
        >
          {t('ui.converter.allBases')}
        </button>
      </div>
      {problem && (
        <div className="number-problem">
          {problem.kind === 'wrongDigit' && <FaultMark text={state.value} position={problem.position} />}
          <p className="error" id={`${id}-problem`}>
            {t(numberProblemText(problem))}
          </p>
        </div>
      )}
    </section>
  );
}

/** Returns what is wrong with the typed text; an empty field is valid. */
function findProblem(value: string, base: number): NumberProblem | undefined {
  const parsed = parseWhole(value, base);
  return typeof parsed === 'bigint' || value.trim() === '' ? undefined : parsed.problem;
}

const OTHER_BASES = Array.from({ length: RADIX_MAX - RADIX_MIN + 1 }, (_, index) => RADIX_MIN + index).filter(
  (base) => !hasOwnField(base),
);

function BaseChooser({ base, onChoose }: { base: number; onChoose(base: number): void }) {
  return (
    <select
      className="base-chooser"
      aria-label={t('ui.converter.chooseBase')}
      value={base}
      onChange={({ target }) => onChoose(Number(target.value))}
    >
      {OTHER_BASES.map((other) => (
        <option key={other} value={other}>
          {t('ui.converter.baseNumber', { base: other })}
        </option>
      ))}
    </select>
  );
}
