import { useEffect, useEffectEvent, useState } from 'react';
import { beforeLogin } from '../../lib/session/go-to-login';
import type { ChangeConverter } from './converter-props';
import { addressOf, type ConverterState, stateOf } from './converter-state';

/** Browsers limit how often a page may change its URL, so update it when the user pauses. */
const ADDRESS_AFTER_MS = 300;

/** The page's state, shared by all tabs and initialised from the query string. */
export function useConverterState(): [state: ConverterState, change: ChangeConverter] {
  const [state, setState] = useState(() => stateOf(location.search));
  return [state, (changes) => setState((before) => ({ ...before, ...changes }))];
}

/** Keeps the browser's URL in step with the tab shown, and its query string with the state. */
export function useOwnAddress(path: string, state: ConverterState): void {
  const follow = useEffectEvent(() => {
    const address = path + addressOf(state);
    if (address !== location.pathname + location.search) history.replaceState(history.state, '', address);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the state or the tab restarts the timer
  useEffect(() => {
    const timer = setTimeout(() => follow(), ADDRESS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [path, state]);
  useEffect(() => beforeLogin(() => follow()), []);
}
