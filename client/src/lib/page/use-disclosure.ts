import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';

interface Disclosure<Area extends HTMLElement> {
  readonly isOpen: boolean;
  toggle(): void;
  /** Must be attached to the element around the button and its popup. */
  readonly area: RefObject<Area | null>;
  readonly button: RefObject<HTMLButtonElement | null>;
}

/**
 * State of a popup that a button opens and closes. The popup also closes on Escape, on a click elsewhere, on losing
 * focus, and on navigation.
 */
export function useDisclosure<Area extends HTMLElement = HTMLDivElement>(): Disclosure<Area> {
  const [path] = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const area = useRef<Area>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = openAt === path;

  useEffect(() => {
    if (!isOpen) return;
    const close = () => setOpenAt(null);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      button.current?.focus();
    };
    const onLeave = (event: Event) => {
      if (!area.current?.contains(event.target as Node)) close();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', onLeave);
    document.addEventListener('focusin', onLeave);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', onLeave);
      document.removeEventListener('focusin', onLeave);
    };
  }, [isOpen]);

  return { isOpen, toggle: () => setOpenAt(isOpen ? null : path), area, button };
}
