import { useEffect, useEffectEvent, useState } from 'react';
import { beforeLogin } from '../../lib/session/go-to-login';
import { addressOf, type ConverterState, stateOf } from './converter-state';

/** Changes some of the state. */
export type ChangeConverter = (changes: Partial<ConverterState>) => void;

/** Browsers allow few changes of the address a second: it follows when one pauses. */
const ADDRESS_AFTER_MS = 300;

/** The state of the page, which begins as its address says and which the address follows. */
export function useConverter(): [state: ConverterState, change: ChangeConverter] {
  const [state, setState] = useState(() => stateOf(location.search));
  const follow = useEffectEvent(() => {
    const address = location.pathname + addressOf(state);
    if (address !== location.pathname + location.search) history.replaceState(history.state, '', address);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the state starts the pause anew
  useEffect(() => {
    const timer = setTimeout(() => follow(), ADDRESS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state]);
  useEffect(() => beforeLogin(() => follow()), []);
  return [state, (changes) => setState((before) => ({ ...before, ...changes }))];
}
