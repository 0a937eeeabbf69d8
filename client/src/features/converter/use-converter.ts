import { useEffect, useEffectEvent, useState } from 'react';
import { beforeLogin } from '../../lib/session/go-to-login';
import { addressOf, type ConverterState, stateOf } from './converter-state';

/** Changes some of the state. */
export type ChangeConverter = (changes: Partial<ConverterState>) => void;

/** Browsers limit how often the address may change, so it is updated when the user pauses. */
const ADDRESS_AFTER_MS = 300;

/** The state of the page. It is initialised from the query string, which is updated with each change. */
export function useConverter(): [state: ConverterState, change: ChangeConverter] {
  const [state, setState] = useState(() => stateOf(location.search));
  const follow = useEffectEvent(() => {
    const address = location.pathname + addressOf(state);
    if (address !== location.pathname + location.search) history.replaceState(history.state, '', address);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the state restarts the timer
  useEffect(() => {
    const timer = setTimeout(() => follow(), ADDRESS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state]);
  useEffect(() => beforeLogin(() => follow()), []);
  return [state, (changes) => setState((before) => ({ ...before, ...changes }))];
}
