/** What can have the focus in place of something inside it. */
const PARTS = '[tabindex], section, main';

/**
 * Remembers what has the focus, for whatever takes it or its button away.
 *
 * @returns gives the focus back. What had it may go away with its row, now or once the list has been fetched anew: then
 *   the nearest part of the page around it gets the focus, unless the user has gone elsewhere.
 */
export function rememberFocus(): () => void {
  const places: HTMLElement[] = [];
  const focused = document.activeElement;
  if (focused instanceof HTMLElement) places.push(focused);
  for (let part = focused?.parentElement?.closest<HTMLElement>(PARTS); part; ) {
    places.push(part);
    part = part.parentElement?.closest<HTMLElement>(PARTS);
  }
  return () => focusFirst(places);
}

/** Focuses the first that is still on the page, and the next when that one goes away. */
function focusFirst(places: readonly HTMLElement[]): void {
  const [place, ...around] = places.filter(({ isConnected }) => isConnected);
  if (!place) return;
  // Otherwise a part of the page could not have the focus.
  if (!place.matches('button, a, input, select, textarea, [tabindex]')) place.tabIndex = -1;
  place.focus();
  const observer = new MutationObserver(() => {
    if (place.isConnected) return;
    stop();
    if (document.activeElement === document.body) focusFirst(around);
  });
  const onUse = ({ target }: Event) => target === place || stop();
  const stop = () => {
    observer.disconnect();
    document.removeEventListener('focusin', onUse);
    document.removeEventListener('pointerdown', onUse);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', onUse);
  document.addEventListener('pointerdown', onUse);
}
