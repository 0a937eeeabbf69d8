import { type ComponentProps, useId, useState } from 'react';
import { t } from '../../lib/i18n/t';
import { FieldNotes, notesOf } from './field-notes';

interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'aria-invalid'> {
  label: string;
  hint?: string;
  /** Error messages from the server. */
  faults?: readonly string[] | undefined;
}

/** A labelled input with its hint and its errors, which it references with `aria-describedby`. */
export function Field({ label, hint, faults = [], type = 'text', 'aria-describedby': more, ...input }: FieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const notes = { id, hint, faults };
  const hides = type === 'password';
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-control">
        <input {...input} id={id} type={hides && shown ? 'text' : type} {...notesOf(notes, more)} />
        {hides && (
          <button
            className="field-reveal"
            type="button"
            aria-controls={id}
            aria-label={t(shown ? 'ui.core.components.hidePassword' : 'ui.core.components.showPassword')}
            onClick={() => setShown(!shown)}
          >
            {t(shown ? 'ui.core.components.hide' : 'ui.core.components.show')}
          </button>
        )}
      </div>
      <FieldNotes {...notes} />
    </div>
  );
}
