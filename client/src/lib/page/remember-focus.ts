/** Elements that can take focus in place of an element inside them. */
const PARTS = '[tabindex], section, main';

/**
 * Remembers the focused element for a dialog that takes focus.
 *
 * @returns a function that gives focus back. If the element disappears with its row, now or after the list is fetched
 * again, the nearest part of the page around it gets focus, unless the user has moved focus elsewhere.
 */
export function rememberFocus(): () => void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return () => {};
  const places = [focused, ...partsAround(focused)];
  return () => focusFirst(places);
}

/**
 * Must be called when a button is pressed that may disappear as a result: the surrounding part of the page then gets
 * focus.
 */
export function keepFocus(): void {
  rememberFocus()();
}

function partsAround(element: HTMLElement): HTMLElement[] {
  const part = element.parentElement?.closest<HTMLElement>(PARTS);
  return part ? [part, ...partsAround(part)] : [];
}

/** Focuses the first focusable place, or the next one if that disappears. */
function focusFirst(places: readonly HTMLElement[]): void {
  const [place, ...around] = places;
  if (!place) return;
  // Parts of the page are not focusable by default.
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
