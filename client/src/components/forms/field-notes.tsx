interface FieldNotesProps {
  /** Id of the field that they are about. */
  id: string;
  hint?: string | undefined;
  faults: readonly string[];
}

/** Hint and errors below a field, which it references by {@link notesOf}. */
export function FieldNotes({ id, hint, faults }: FieldNotesProps) {
  return (
    <>
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
    </>
  );
}

/** Returns the attributes of a field that say whether it is wrong, and where its notes are. */
export function notesOf({ id, hint, faults }: FieldNotesProps, more?: string) {
  const described = [faults.length > 0 && `${id}-error`, hint && `${id}-hint`, more].filter(Boolean);
  return {
    'aria-invalid': faults.length > 0 || undefined,
    'aria-describedby': described.join(' ') || undefined,
  };
}
