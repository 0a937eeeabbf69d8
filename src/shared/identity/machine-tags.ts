import { type Message, message } from '../../i18n/message.js';
import { shownTextFault } from '../text/hidden-characters.js';

/** Maximum length of a tag in characters. */
export const TAG_MAX = 40;

/** Normalises a tag of machines for storage and comparison: in lower case. */
export function normalizeTag(typed: string): string {
  return typed.trim().normalize('NFC').toLowerCase();
}

/** Normalises several tags for storage: without duplicates, sorted alphabetically. */
export function normalizeTags(typed: readonly string[]): readonly string[] {
  return [...new Set(typed.map(normalizeTag))].sort();
}

/** Returns why a normalised tag is refused; commas are because tags are typed as a comma-separated list. */
export function tagFault(tag: string): Message | undefined {
  if (tag.includes(',')) return 'monitoring.hosts.tagWithComma';
  return shownTextFault(tag, {
    maximum: TAG_MAX,
    unreadable: 'monitoring.hosts.textUnreadable',
    missing: 'monitoring.hosts.textMissing',
    tooLong: message('monitoring.hosts.textTooLong', { maximum: TAG_MAX }),
  });
}
