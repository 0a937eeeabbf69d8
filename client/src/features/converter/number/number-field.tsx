import { type ReactNode, useId } from 'react';
import { numberProblemText } from '../../../../../src/conversion/rules/problem-texts';
import type { NumberProblem } from '../../../../../src/conversion/rules/whole-number';
import { CopyButton } from '../../../components/copy-button';
import { t } from '../../../lib/i18n/t';
import { FaultMark } from '../logic/fault-mark';

interface NumberFieldProps {
  /** The name of the base. */
  name: string;
  base: number;
  value: string;
  problem?: NumberProblem | undefined;
  /** Shown instead of the base, if the user can choose it. */
  chooser?: ReactNode;
  onType(value: string): void;
}

/** An input for the number in one base, with a button to copy it. */
export function NumberField({ name, base, value, problem, chooser, onType }: NumberFieldProps) {
  const id = useId();
  return (
    <div className="number-field" data-at-fault={problem !== undefined || undefined}>
      <div className="number-name">
        <label htmlFor={id}>{name}</label>
        {chooser ?? <span className="number-base">{t('ui.converter.baseNumber', { base })}</span>}
      </div>
      <input
        className="number-input"
        id={id}
        name={`base-${base}`}
        value={value}
        inputMode={base === 10 ? 'text' : undefined}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
        onChange={({ target }) => onType(target.value)}
      />
      <CopyButton label={t('ui.converter.inBase', { base })} text={value} />
      {problem && (
        <div className="number-problem">
          {problem.kind === 'wrongDigit' && <FaultMark text={value} position={problem.position} />}
          <p className="error" id={`${id}-error`}>
            {t(numberProblemText(problem))}
          </p>
        </div>
      )}
    </div>
  );
}
