import { type RefObject, useEffect, useState } from 'react';

/**
 * Sends the focus to an element once what is being closed has gone: while a dialog is open nothing outside can have it, and
 * the dialog then gives it back to the button that opened it, which may go away with its row.
 *
 * @returns to be called together with what closes.
 */
export function useFocusAfterDialog(target: RefObject<HTMLElement | null>): () => void {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times > 0) target.current?.focus();
  }, [times, target]);
  return () => setTimes((before) => before + 1);
}
