import { useEffect, useEffectEvent, useRef } from 'react';
import { useConnection } from './connection';

/** Calls `onBack` when the server responds again after being away. */
export function useServerBack(onBack: () => void): void {
  const { state } = useConnection();
  const wasAway = useRef(state === 'offline');
  const callBack = useEffectEvent(onBack);
  useEffect(() => {
    if (state === 'offline') wasAway.current = true;
    if (!wasAway.current || (state !== 'live' && state !== 'asking')) return;
    wasAway.current = false;
    callBack();
  }, [state]);
}
