import { useState } from 'react';

interface Dialog<Subject> {
  /** What the open dialog is about; undefined while none is open. */
  subject: Subject | undefined;
  open(subject: Subject): void;
  close(): void;
}

/** The dialog of a list, which is open about one of its items at a time. */
export function useDialog<Subject>(): Dialog<Subject> {
  const [subject, setSubject] = useState<Subject>();
  return {
    subject,
    open: setSubject,
    // An answer can come after its dialog was cancelled and another one opened, which stays.
    close: () => setSubject((now) => (now === subject ? undefined : now)),
  };
}
