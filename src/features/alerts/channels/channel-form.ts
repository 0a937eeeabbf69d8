import { randomBytes } from 'node:crypto';
import { type Message, message } from '../../../i18n/message.js';
import { isEmailAddress } from '../../../shared/addresses/email-address.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import type { FieldErrors } from '../../../shared/errors/vigia-error.js';
import { isTimeZone } from '../rules/time-zone.js';
import { faultsOfLine } from '../typed-text.js';
import { type ChannelKind, type ChannelParts, partsOf } from './channel-kinds.js';
import type { QuietHours } from './messages/quiet-hours.js';

/** The form that staff fill in. Undefined keeps the current value; null removes it. */
export interface ChannelForm {
  readonly name: string;
  readonly kind: ChannelKind;
  readonly addresses?: readonly string[] | null | undefined;
  readonly url?: string | null | undefined;
  readonly secret?: string | null | undefined;
  readonly chat?: string | null | undefined;
  readonly topic?: string | null | undefined;
  readonly language?: string | null | undefined;
  readonly quietHours?: QuietHours | null | undefined;
  readonly isActive?: boolean | null | undefined;
}

/** The complete content of a channel, including values that were kept. */
export type ChannelContent = Pick<
  ChannelForm,
  'name' | 'addresses' | 'url' | 'secret' | 'chat' | 'topic' | 'quietHours'
>;

const NAME_MAX_LENGTH = 80;
const ADDRESSES_MAX = 10;
const URL_MAX_LENGTH = 2000;
const SECRET_MAX_LENGTH = 500;

/** Key lengths in bytes, as recommended by Standard Webhooks. */
const KEY_BYTES = { least: 24, made: 32, most: 64 };

/**
 * A Telegram chat: its number, or the name of a public channel, optionally followed by a slash and the number of a
 * topic.
 */
const CHAT = /^(-?\d{1,20}|@\w{4,32})(\/[1-9]\d{0,9})?$/;

/** An ntfy topic or an Apprise tag. */
const TOPIC = /^[\w-]{1,64}$/;

/**
 * Extracts the token from the URL shown by Gotify (`https://…/message?token=abc`), unless the form has one of its own.
 * Leaves other forms unchanged.
 */
export function readGotifyAddress<T extends ChannelForm>(form: T): T {
  if (form.kind !== 'GOTIFY' || !form.url || !URL.canParse(form.url)) return form;
  const url = new URL(form.url);
  const token = url.searchParams.get('token');
  if (token === null) return form;
  url.searchParams.delete('token');
  url.pathname = url.pathname.replace(/\/message\/?$/, '/');
  return { ...form, url: url.href, secret: form.secret || token };
}

/** Generates a signing key in the format of Standard Webhooks. */
export function newSigningKey(): string {
  return `whsec_${randomBytes(KEY_BYTES.made).toString('base64')}`;
}

/**
 * Validates the content of a channel.
 *
 * @throws {InvalidFields} naming each field that is wrong, missing or not supported by this kind.
 */
export function checkChannel(kind: ChannelKind, content: ChannelContent): void {
  const faults: Record<string, readonly Message[]> = {};
  const note = (field: string, fault: Message | undefined) => {
    if (fault) faults[field] = [fault];
  };
  note('name', faultsOfLine(content.name, NAME_MAX_LENGTH)[0]);
  for (const part of ['addresses', 'url', 'secret', 'chat', 'topic'] as const) {
    note(part, partFault(partsOf(kind), part, content));
  }
  if (!faults.secret && kind === 'WEBHOOK') note('secret', keyFault(content.secret ?? ''));
  note('quietHours', quietHoursFault(content.quietHours));
  if (Object.keys(faults).length > 0) throw new InvalidFields(faults as FieldErrors);
}

function partFault(
  parts: ChannelParts,
  part: 'addresses' | 'url' | 'secret' | 'chat' | 'topic',
  content: ChannelContent,
): Message | undefined {
  const value = content[part];
  const isGiven = value !== null && value !== undefined && value.length > 0;
  if (!isGiven) return parts[part] === 'needed' ? 'alerts.channels.needed' : undefined;
  if (!parts[part]) return 'alerts.channels.notOfThisKind';
  return checks[part](value as string & readonly string[]);
}

const checks = {
  addresses: (addresses: readonly string[]) => {
    const isRight = addresses.length <= ADDRESSES_MAX && new Set(addresses).size === addresses.length;
    if (!isRight) return message('alerts.channels.badAddresses', { maximum: ADDRESSES_MAX });
    const bad = addresses.find((address) => !isEmailAddress(address));
    return bad === undefined ? undefined : message('alerts.channels.badAddress');
  },
  url: (text: string) => {
    const url = text.length <= URL_MAX_LENGTH && URL.canParse(text) ? new URL(text) : undefined;
    const isRight = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash;
    return isRight ? undefined : message('alerts.channels.badUrl', { maximum: URL_MAX_LENGTH });
  },
  secret: (secret: string) => {
    const isRight = secret.length <= SECRET_MAX_LENGTH && /^[\x21-\x7e]+$/.test(secret);
    return isRight ? undefined : message('alerts.channels.badSecret', { maximum: SECRET_MAX_LENGTH });
  },
  chat: (chat: string) => (CHAT.test(chat) ? undefined : message('alerts.channels.badChat')),
  topic: (topic: string) => (TOPIC.test(topic) ? undefined : message('alerts.channels.badTopic')),
};

/**
 * Validates a signing key, which is Base64, optionally prefixed by `whsec_`, with a length that the standard allows.
 */
function keyFault(secret: string): Message | undefined {
  const text = secret.replace(/^whsec_/, '');
  const bytes = Buffer.from(text, 'base64');
  const isBase64 = bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
  const isRight = isBase64 && bytes.length >= KEY_BYTES.least && bytes.length <= KEY_BYTES.most;
  return isRight ? undefined : message('alerts.channels.badKey', { minimum: KEY_BYTES.least, maximum: KEY_BYTES.most });
}

function quietHoursFault(quietHours: QuietHours | null | undefined): Message | undefined {
  if (!quietHours) return undefined;
  const time = /^([01]\d|2[0-3]):[0-5]\d$/;
  if (!time.test(quietHours.from) || !time.test(quietHours.to)) return 'alerts.channels.badTime';
  return isTimeZone(quietHours.timeZone) ? undefined : 'alerts.channels.badTimeZone';
}
