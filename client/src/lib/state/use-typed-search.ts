import { useEffect, useEffectEvent, useState } from 'react';

/** Delay after the last keystroke before a search starts. */
const TYPING_MS = 250;

/**
 * Manages the text of a search field: it becomes the search once typing pauses, and follows changes of the search made
 * elsewhere.
 */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  // Back and Forward change the search too, but text being typed is left alone.
  if (search !== known) {
    setKnown(search);
    if (typed.trim() !== search) setTyped(search);
  }
  const send = useEffectEvent(() => {
    if (typed.trim() !== search) onSearch(typed.trim());
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each keystroke restarts the delay without being read
  useEffect(() => {
    const timer = setTimeout(() => send(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
}
