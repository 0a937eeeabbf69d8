import {
  formatWhole,
  type NumberProblem,
  RADIX_MAX,
  RADIX_MIN,
} from '../../../../../src/conversion/rules/whole-number';
import { t } from '../../../lib/i18n/t';
import { baseNames } from '../base-names';
import type { ConverterProps } from '../converter-props';
import { ConverterSection } from '../converter-section';
import { FIELD_BASES, hasOwnField } from '../converter-state';
import { NumberField } from './number-field';

interface NumberSectionProps extends ConverterProps {
  problem: NumberProblem | undefined;
}

/** The number in binary, octal, decimal, hexadecimal and one more base. Typing into one field updates the others. */
export function NumberSection({ state, number, problem, onChange }: NumberSectionProps) {
  const valueIn = (base: number) => {
    if (base === state.base) return state.value;
    return number === undefined ? '' : formatWhole(number, base);
  };
  const field = (base: number) => ({
    base,
    value: valueIn(base),
    problem: base === state.base ? problem : undefined,
    // A negative number has to be shown in two's complement.
    onType: (value: string) => onChange({ value, base, ...(value.trim().startsWith('-') && { signed: true }) }),
  });
  const chooseOther = (other: number) => {
    const typedThere = !hasOwnField(state.base);
    // A number that was typed in the previous base keeps its value and becomes decimal.
    const converted = typedThere && number !== undefined ? { value: String(number), base: 10 } : {};
    onChange({ other, ...(typedThere && { base: other }), ...converted });
  };
  return (
    <ConverterSection id="number" title={t('ui.converter.number')} about={t('ui.converter.numberAbout')}>
      <div className="number-fields">
        {FIELD_BASES.map((base) => (
          <NumberField key={base} name={t(baseNames[base])} {...field(base)} />
        ))}
        <NumberField
          name={t('ui.converter.base.other')}
          {...field(state.other)}
          chooser={<BaseChooser base={state.other} onChoose={chooseOther} />}
        />
      </div>
    </ConverterSection>
  );
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
