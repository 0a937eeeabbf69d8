import { lazy } from 'react';
import { fetchWhole, type Part } from './lazy-part';

/** Resolves when the page's document and what it links to are loaded. */
export const pageLoaded = new Promise((resolve) => addEventListener('load', resolve));

/** Loads a component after everything the page itself needs; failing to load it doesn't break the page. */
export function lazyAfterLoad<Props extends object>(fetchPart: () => Promise<Part<Props>>) {
  return lazy(async () => {
    await pageLoaded;
    return fetchWhole(fetchPart).catch((): Pick<Part<Props>, 'default'> => ({ default: () => null }));
  });
}
