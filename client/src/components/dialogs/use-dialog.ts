import { useState } from 'react';

interface Dialog<Subject> {
  /** Subject of the open dialog; undefined while none is open. */
  subject: Subject | undefined;
  open(subject: Subject): void;
  close(): void;
}

/** Dialog state of a list, for one item at a time. */
export function useDialog<Subject>(): Dialog<Subject> {
  const [subject, setSubject] = useState<Subject>();
  return {
    subject,
    open: setSubject,
    // A response may arrive after its dialog was cancelled and another one opened, which must stay open.
    close: () => setSubject((now) => (now === subject ? undefined : now)),
  };
}
