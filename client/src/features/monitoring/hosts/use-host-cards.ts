import { type RefObject, useRef, useState } from 'react';
import { HostFigures } from './host-figures';
import { type HostList, useHostList } from './use-host-list';
import { usePushedFigures } from './use-pushed-figures';

export interface HostCardsState extends HostList {
  readonly figures: HostFigures;
  /** The cards, which stay in place while somebody points at them. */
  readonly area: RefObject<HTMLUListElement | null>;
}

/** Scroll distance above which the user is considered to be reading. */
const READING_PX = 120;

const WORST = { search: null, tag: null, state: null, order: 'WORST' } as const;

/** Returns the worst hosts, one page of the list, with what is pushed of them. */
export function useHostCards(): HostCardsState {
  const [figures] = useState(() => new HostFigures());
  const area = useRef<HTMLUListElement>(null);
  const pushed = useRef<ReadonlySet<string>>(new Set());
  const isInUse = () => scrollY > READING_PX || (area.current?.matches(':hover, :focus-within') ?? false);
  const list = useHostList(WORST, (hosts) => figures.list(hosts, pushed.current), isInUse);
  // In the same order however the cards are, so that the subscription stays.
  const ids = (list.hosts ?? []).map(({ id }) => id).sort();
  const live = usePushedFigures(figures, ids);
  pushed.current = live.pushed;
  return { ...list, figures, area };
}
