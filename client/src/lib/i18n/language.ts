/** A locale that the pages are written in. */
export type Locale = 'pt-BR' | 'en';

/**
 * The locale that the server negotiated for this page and wrote into `<html lang>`.
 * Portuguese unless the page says English.
 */
export function pageLocale(): Locale {
  return document.documentElement.lang.startsWith('en') ? 'en' : 'pt-BR';
}
