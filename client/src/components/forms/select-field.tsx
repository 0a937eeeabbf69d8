import { useId } from 'react';
import { FieldNotes, notesOf } from './field-notes';

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
  const notes = { id, hint, faults };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select {...select} id={id} {...notesOf(notes)} onChange={({ currentTarget }) => onChange?.(currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <FieldNotes {...notes} />
    </div>
  );
}
