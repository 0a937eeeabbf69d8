import './number-field.css';
import { type ReactNode, useId } from 'react';
import { CopyButton } from '../../../components/copy-button';
import { asTyped } from '../../../lib/forms/as-typed';
import { t } from '../../../lib/i18n/t';

interface NumberFieldProps {
  name: string;
  base: number;
  value: string;
  typed?: boolean;
  /** Id of the error message, if the value is invalid. */
  problemId?: string | undefined;
  /** Shown instead of the base label if the base is selectable. */
  chooser?: ReactNode;
  onType(value: string): void;
}

/** An input for the number in one base, with a copy button. */
export function NumberField({ name, base, value, typed, problemId, chooser, onType }: NumberFieldProps) {
  const id = useId();
  return (
    <div className="number-field" data-typed={typed || undefined}>
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
        {...asTyped}
        aria-invalid={problemId !== undefined || undefined}
        aria-describedby={problemId}
        onChange={({ target }) => onType(target.value)}
      />
      <CopyButton label={t('ui.converter.inBase', { base })} text={value} />
    </div>
  );
}
