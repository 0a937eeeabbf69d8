import type { Bit } from '../../../../../src/features/conversion/rules/logic/logic-operations';
import type { TruthNames } from '../../../../../src/features/conversion/rules/logic/truth-names';
import { t } from '../../../lib/i18n/t';

interface VariableSwitchesProps {
  variables: readonly string[];
  bits: readonly Bit[];
  /** Labels for 0 and 1. */
  names: TruthNames;
  onChange(bits: readonly Bit[]): void;
}

export function VariableSwitches({ variables, bits, names, onChange }: VariableSwitchesProps) {
  return (
    <fieldset className="variable-switches">
      <legend>{t('ui.logic.variables')}</legend>
      <div className="actions">
        {variables.map((name, index) => (
          <button
            className="variable-switch"
            key={name}
            type="button"
            role="switch"
            aria-checked={bits[index] === 1}
            onClick={() => onChange(bits.map((bit, at) => (at === index ? ((1 - bit) as Bit) : bit)))}
          >
            <span>{name}</span>
            <span className="variable-bit" aria-hidden="true">
              {names[bits[index] ?? 0]}
            </span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
