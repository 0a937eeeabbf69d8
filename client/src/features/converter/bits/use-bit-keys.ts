import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';

interface BitKeys {
  /** Ref for the element around the switches; each switch has its position in `data-position`. */
  group: RefObject<HTMLFieldSetElement | null>;
  /** Position of the single tab stop, counted from the right, from 0. */
  at: number;
  /** Called when a switch receives focus by other means. */
  onReach(position: number): void;
  onKeyDown(event: KeyboardEvent): void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: 1, ArrowUp: 8, ArrowRight: -1, ArrowDown: -8 };

/** Makes the switches of a bit pattern one tab stop with arrow keys, Home and End. */
export function useBitKeys(width: number, first: number): BitKeys {
  const [reached, onReach] = useState(first);
  const group = useRef<HTMLFieldSetElement>(null);
  const at = Math.min(reached, width - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = event.key === 'Home' ? width - 1 : event.key === 'End' ? 0 : at + (STEPS[event.key] ?? Number.NaN);
    if (Number.isNaN(to) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const position = Math.min(width - 1, Math.max(0, to));
    onReach(position);
    group.current?.querySelector<HTMLElement>(`[data-position="${position}"]`)?.focus();
  };
  return { group, at, onReach, onKeyDown };
}
