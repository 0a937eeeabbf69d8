import { useEffect, useEffectEvent, useState } from 'react';
import { beforeLogin } from './go-to-login';
import { useViewer } from './viewer';

/** The fields of a form by their names. Passwords have no place among them. */
type Values = Readonly<Record<string, string>>;

interface Draft<V> {
  values: V;
  set(changes: Partial<V>): void;
  /** Whether the values were typed before a login and have come back. */
  restored: boolean;
}

/**
 * The values of a form, which outlive a login: when the session ends while somebody types, they are kept in this tab
 * and are there again when the same person is back (promise of the page: nothing typed is lost).
 */
export function useDraft<V extends Values>(name: string, initial: V): Draft<V> {
  const [{ username }] = useViewer();
  const key = `vigia.draft.${username}.${name}`;
  const [kept] = useState(() => take<V>(key));
  const [values, setValues] = useState<V>({ ...initial, ...kept });
  const keep = useEffectEvent(() => {
    const changed = Object.keys(values).some((field) => values[field] !== initial[field]);
    if (changed) sessionStorage.setItem(key, JSON.stringify(values));
  });
  useEffect(() => beforeLogin(() => keep()), []);
  return {
    values,
    set: (changes) => setValues((before) => ({ ...before, ...changes })),
    restored: kept !== null,
  };
}

function take<V>(key: string): V | null {
  const kept = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return kept === null ? null : JSON.parse(kept);
}
