import { useId } from 'react';

interface SelectFieldProps {
  label: string;
  name: string;
  defaultValue: string;
  options: readonly { readonly value: string; readonly label: string }[];
}

/** A labelled choice of one among many, as the browser shows it. */
export function SelectField({ label, name, defaultValue, options }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select className="select" id={id} name={name} defaultValue={defaultValue}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
