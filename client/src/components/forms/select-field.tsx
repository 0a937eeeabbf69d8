import { useId } from 'react';

interface SelectFieldProps {
  label: string;
  name: string;
  /** Current choice, if the parent controls the field. */
  value?: string;
  /** Initial choice, for forms that read the field when submitted. */
  defaultValue?: string;
  hint?: string | undefined;
  /** Error messages from the server. */
  faults?: readonly string[] | undefined;
  options: readonly { readonly value: string; readonly label: string }[];
  onChange?(value: string): void;
}

/** A labelled native select. */
export function SelectField({ label, options, hint, faults = [], onChange, ...select }: SelectFieldProps) {
  const id = useId();
  const described = [...(faults.length > 0 ? [`${id}-error`] : []), ...(hint ? [`${id}-hint`] : [])];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        {...select}
        id={id}
        aria-invalid={faults.length > 0 || undefined}
        aria-describedby={described.join(' ') || undefined}
        onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {faults.length > 0 && (
        <p className="error" id={`${id}-error`}>
          {faults.join(' ')}
        </p>
      )}
    </div>
  );
}
