import type { Language } from '../../i18n/catalogues.js';
import type { Units } from '../units/units.js';

/** Colour schemes of the pages; `auto` follows the device. */
export const themes = ['auto', 'light', 'dark'] as const;

export type Theme = (typeof themes)[number];

/** A user's display preferences, stored with the account and applied on every device. */
export interface Preferences extends Units {
  /** Null until the user chooses one; until then, the browser's language applies. */
  readonly language: Language | null;
  readonly theme: Theme;
}
