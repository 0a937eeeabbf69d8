import type { Language } from '../../i18n/catalogues.js';

/** Colour schemes of the pages; `auto` follows the device. */
export const themes = ['auto', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

/** A user's settings for the pages on every device; stored with the account. */
export interface Preferences {
  /** Null until the user chooses one; the browser's language applies until then. */
  readonly language: Language | null;
  readonly theme: Theme;
}
