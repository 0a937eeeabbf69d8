import { useEffect, useState } from 'react';

const AWAKE_MS = 4_000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

/** Whether somebody is at the machine, i.e. has just arrived, moved the pointer or pressed a key. */
export function useAwake(): boolean {
  const [awake, setAwake] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wake = () => {
      setAwake(true);
      clearTimeout(timer);
      timer = setTimeout(() => setAwake(false), AWAKE_MS);
    };
    wake();
    for (const sign of SIGNS) document.addEventListener(sign, wake);
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS) document.removeEventListener(sign, wake);
    };
  }, []);
  return awake;
}
