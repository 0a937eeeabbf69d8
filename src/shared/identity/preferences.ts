import type { Language } from '../../i18n/catalogues.js';

/** The colour schemes of the pages; `auto` follows the device. */
export const themes = ['auto', 'light', 'dark'] as const;

/** One of the colour schemes of the pages. */
export type Theme = (typeof themes)[number];

/** How a user wants the pages, on every device; stored with the account. */
export interface Preferences {
  /** Null until one was chosen: then the browser's wish counts. */
  readonly language: Language | null;
  readonly theme: Theme;
}
