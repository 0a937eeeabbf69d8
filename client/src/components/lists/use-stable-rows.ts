import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

interface Page<Item> {
  readonly nodes: readonly Item[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

interface StablePage<Item> {
  /** Ref for the element around the list. */
  readonly area: RefObject<HTMLDivElement | null>;
  /** The page to show; undefined until there is one. */
  readonly page: Page<Item> | undefined;
  /** Whether a row no longer exists and is shown only to keep the others in place. */
  isGone(item: Item): boolean;
}

/**
 * Keeps the rows of a list in place while the pointer or focus is among them, so that no button moves under a click:
 * changed rows are updated, removed ones stay and are marked, and new ones appear once the pointer and focus have left
 * the list. `view` identifies the page of the list; switching to another one takes effect immediately.
 */
export function useStableRows<Item>(
  fresh: Page<Item> | undefined,
  view: unknown,
  idOf: (item: Item) => string,
): StablePage<Item> {
  const area = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState({ view, page: fresh });
  const isInUse = () => area.current?.matches(':hover, :focus-within') ?? false;
  const take = useEffectEvent(() =>
    setShown((before) => {
      const keepsRows = before.view === view && before.page && fresh && isInUse();
      return { view, page: keepsRows && before.page ? updated(before.page, fresh, idOf) : fresh };
    }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: read by an effect event; a change means another page
  useEffect(() => take(), [fresh, view]);
  const hasPage = shown.page !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `area` has no element until there is a page
  useEffect(() => {
    const { current } = area;
    // Between `focusout` of one button and `focusin` of the next, no element has the focus.
    const onLeave = () => void setTimeout(() => isInUse() || take());
    current?.addEventListener('pointerleave', onLeave);
    current?.addEventListener('focusout', onLeave);
    return () => {
      current?.removeEventListener('pointerleave', onLeave);
      current?.removeEventListener('focusout', onLeave);
    };
  }, [hasPage]);
  const present = new Set(fresh?.nodes.map(idOf));
  return { area, page: shown.page, isGone: (item) => !present.has(idOf(item)) };
}

function updated<Item>(before: Page<Item>, fresh: Page<Item>, idOf: (item: Item) => string): Page<Item> {
  const freshItems = new Map(fresh.nodes.map((item) => [idOf(item), item]));
  return { nodes: before.nodes.map((item) => freshItems.get(idOf(item)) ?? item), pageInfo: fresh.pageInfo };
}
