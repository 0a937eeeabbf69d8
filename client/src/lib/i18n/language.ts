/** The locale that the server has chosen for this page and written into `<html lang>`: `pt-BR`. */
export function pageLocale(): string {
  return document.documentElement.lang;
}
