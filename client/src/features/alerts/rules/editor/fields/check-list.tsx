interface CheckListProps {
  legend: string;
  hint?: string;
  options: readonly { readonly id: string; readonly label: string }[];
  chosen: readonly string[];
  faults?: readonly string[];
  onChange(chosen: string[]): void;
}

/** Multiple choice by checkboxes. */
export function CheckList({ legend, hint, options, chosen, faults = [], onChange }: CheckListProps) {
  return (
    <fieldset className="check-list">
      <legend>{legend}</legend>
      {hint && <p className="hint">{hint}</p>}
      {options.map(({ id, label }) => (
        <label className="check" key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            aria-invalid={faults.length > 0 || undefined}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
          <span>{label}</span>
        </label>
      ))}
      {faults.length > 0 && <p className="error">{faults.join(' ')}</p>}
    </fieldset>
  );
}
