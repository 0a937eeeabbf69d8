/** Returns the locale that the server chose for this page and wrote into `<html lang>`: `pt-BR`. */
export function pageLocale(): string {
  return document.documentElement.lang;
}
