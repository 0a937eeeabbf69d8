import { useEffect, useEffectEvent, useState } from 'react';

/** A search starts when nothing has been typed for this long. */
const TYPING_MS = 250;

/** The text of a search field, which becomes the search once typing rests, and follows a search that changes otherwise. */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  // Back and forward change it too; what is being typed stays as it is.
  if (search !== known) {
    setKnown(search);
    if (typed.trim() !== search) setTyped(search);
  }
  const send = useEffectEvent(() => {
    if (typed.trim() !== search) onSearch(typed.trim());
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is typed begins the time anew
  useEffect(() => {
    const timer = setTimeout(() => send(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
}
