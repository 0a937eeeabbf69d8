/** What can have the focus in place of something inside it. */
const PARTS = '[tabindex], section, main';

/**
 * Remembers what has the focus, for a dialog that takes it.
 *
 * @returns gives the focus back. What had it may go away with its row, now or once the list has been fetched anew: then
 *   the nearest part of the page around it gets the focus, unless the user has gone elsewhere.
 */
export function rememberFocus(): () => void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return () => {};
  const places = [focused, ...partsAround(focused)];
  return () => focusFirst(places);
}

/** To be called when a button is pressed that may go away for it: then the part of the page around it gets the focus. */
export function keepFocus(): void {
  rememberFocus()();
}

function partsAround(element: HTMLElement): HTMLElement[] {
  const part = element.parentElement?.closest<HTMLElement>(PARTS);
  return part ? [part, ...partsAround(part)] : [];
}

/** Focuses the first that can have the focus, and the next when that one goes away. */
function focusFirst(places: readonly HTMLElement[]): void {
  const [place, ...around] = places;
  if (!place) return;
  // Otherwise a part of the page could not have the focus.
  if (place.matches('section, main') && !place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus();
  if (document.activeElement === place) focusWhenGone(place, around);
  else focusFirst(around);
}

function focusWhenGone(place: HTMLElement, around: readonly HTMLElement[]): void {
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
