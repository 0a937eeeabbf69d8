import type { QuietHours } from './messages/quiet-hours.js';

/** Settings of a channel that may be shown. */
export interface ChannelSettings {
  readonly addresses?: readonly string[] | undefined;
  /** Only the host of the address, as the rest may be a secret. */
  readonly host?: string | undefined;
  /** For Telegram. */
  readonly chat?: string | undefined;
  /** The ntfy topic or the Apprise tag. */
  readonly topic?: string | undefined;
  readonly quietHours?: QuietHours | undefined;
}

/** Values that are never returned to clients. */
export interface ChannelSecrets {
  /** The provider's address, which for many providers is itself the secret. */
  readonly url?: string | undefined;
  /** The token or the signing key. */
  readonly secret?: string | undefined;
}

/** Describes where a channel sends, without secrets: e-mail addresses, or a host and the target there. */
export function shownAddress({ addresses, host, chat, topic }: ChannelSettings): string {
  if (addresses) return addresses.join(', ');
  return [host, chat ?? topic].filter(Boolean).join(' · ');
}
