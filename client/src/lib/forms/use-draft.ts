import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { beforeLogin } from '../session/go-to-login';
import { useViewer } from '../session/viewer';

/** Form values by field name. Must not include passwords, because the values are stored. */
type Values = Readonly<Record<string, string>>;

interface Draft<V> {
  values: V;
  set(changes: Partial<V>): void;
  /** Whether the values were restored from an earlier draft. */
  restored: boolean;
  /** Discards the draft once the input has been saved or is unwanted. */
  forget(): void;
}

interface DraftOptions {
  /** Whether the draft also survives reloads and visits to other pages of the application. */
  long?: boolean;
}

/**
 * Returns form values that survive a login: if the session ends while the user is typing, they are stored in this tab
 * and restored once the same user is back, so that nothing typed is lost.
 */
export function useDraft<V extends Values>(name: string, initial: V, { long = false }: DraftOptions = {}): Draft<V> {
  const [{ username }] = useViewer();
  const key = `vigia.draft.${username}.${name}`;
  const [stored] = useState(() => read<V>(key));
  const [values, setValues] = useState<V>({ ...initial, ...stored });
  const forgotten = useRef(false);
  const store = useEffectEvent(() => {
    if (forgotten.current) return;
    const changed = Object.keys(values).some((field) => values[field] !== initial[field]);
    if (changed) sessionStorage.setItem(key, JSON.stringify(values));
  });
  // An effect is needed, because React may discard a first render and start over.
  useEffect(() => sessionStorage.removeItem(key), [key]);
  useEffect(() => beforeLogin(() => store()), []);
  useEffect(() => {
    if (!long) return;
    const onLeave = () => store();
    addEventListener('pagehide', onLeave);
    return () => {
      removeEventListener('pagehide', onLeave);
      store();
    };
  }, [long]);
  return {
    values,
    set: (changes) => setValues((before) => ({ ...before, ...changes })),
    restored: stored !== null,
    forget() {
      forgotten.current = true;
    },
  };
}

function read<V>(key: string): V | null {
  const stored = sessionStorage.getItem(key);
  return stored === null ? null : JSON.parse(stored);
}
