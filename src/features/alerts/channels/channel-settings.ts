import { SecretBox } from '../../../shared/secret-box.js';
import type { QuietHours } from './messages/quiet-hours.js';

/** The settings of a channel that may be shown. */
export interface ChannelSettings {
  readonly addresses?: readonly string[] | undefined;
  /** Only the host of the URL, since the rest may be secret. */
  readonly host?: string | undefined;
  /** Only for Telegram. */
  readonly chat?: string | undefined;
  /** The ntfy topic or the Apprise tag. */
  readonly topic?: string | undefined;
  readonly quietHours?: QuietHours | undefined;
}

/** Values that are never returned to clients. */
export interface ChannelSecrets {
  /** The provider's URL, which for many providers is itself a secret. */
  readonly url?: string | undefined;
  /** The token or the signing key. */
  readonly secret?: string | undefined;
}

/** Describes where a channel sends its messages, without secrets: e-mail addresses, or a host and the target there. */
export function shownAddress({ addresses, host, chat, topic }: ChannelSettings): string {
  if (addresses) return addresses.join(', ');
  return [host, chat ?? topic].filter(Boolean).join(' · ');
}

/** Encrypts the secrets of channels, to protect them in the database and its backups. */
export function channelSecretBox(secretKey: string): SecretBox {
  return new SecretBox(secretKey, 'secrets of channels');
}

/** Decrypts a channel's secrets; undefined if they cannot be read because `SECRET_KEY` has changed. */
export function openChannelSecrets(box: SecretBox, sealed: string | null): ChannelSecrets | undefined {
  if (sealed === null) return {};
  const text = box.open(sealed);
  return text === undefined ? undefined : (JSON.parse(text) as ChannelSecrets);
}
