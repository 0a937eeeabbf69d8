import { message } from '../../../../i18n/message.js';
import { InvalidFields } from '../../../../shared/errors/errors.js';
import { normalizeTags, tagFault } from '../../../../shared/identity/machine-tags.js';
import { shownTextFault } from '../../../../shared/text/hidden-characters.js';
import { INTERVAL_MAX_MS, INTERVAL_MIN_MS } from '../../agent-interval.js';

/** Maximum length of names in characters, and maximum number of tags per host. */
const NAME_MAX = 80;
const TAGS_MAX = 10;

/** Normalizes a name for storage. @throws {InvalidFields} unless it has 1 to 80 readable characters. */
export function readHostName(typed: string): string {
  const name = typed.trim().normalize('NFC');
  const fault = shownTextFault(name, {
    maximum: NAME_MAX,
    unreadable: 'monitoring.hosts.textUnreadable',
    missing: 'monitoring.hosts.textMissing',
    tooLong: message('monitoring.hosts.textTooLong', { maximum: NAME_MAX }),
  });
  if (fault) throw new InvalidFields({ name: [fault] });
  return name;
}

/**
 * Normalizes tags for storage: in lower case, without duplicates, sorted alphabetically.
 *
 * @throws {InvalidFields} if there are more than 10, or one contains a comma or does not have 1 to 40 readable
 * characters.
 */
export function readHostTags(typed: readonly string[]): readonly string[] {
  const tags = normalizeTags(typed);
  const tooMany = tags.length > TAGS_MAX ? message('monitoring.hosts.tooManyTags', { maximum: TAGS_MAX }) : undefined;
  const fault = tooMany ?? tags.map(tagFault).find((one) => one !== undefined);
  if (fault) throw new InvalidFields({ tags: [fault] });
  return tags;
}

/**
 * Converts a chosen interval to ms; null if there is none.
 *
 * @throws {InvalidFields} unless it is 1 to 60 whole seconds.
 */
export function readHostInterval(seconds: number | undefined): number | null {
  if (seconds === undefined) return null;
  const ms = seconds * 1000;
  if (Number.isInteger(seconds) && ms >= INTERVAL_MIN_MS && ms <= INTERVAL_MAX_MS) return ms;
  const bounds = { minimum: INTERVAL_MIN_MS / 1000, maximum: INTERVAL_MAX_MS / 1000 };
  throw new InvalidFields({ intervalSeconds: [message('monitoring.hosts.intervalOutOfRange', bounds)] });
}
