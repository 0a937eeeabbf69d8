import type { QuietHours } from './messages/quiet-hours.js';

/** What may be shown of a channel. */
export interface ChannelSettings {
  /** The e-mail addresses of its recipients. */
  readonly addresses?: readonly string[] | undefined;
  /** The host of its address: the rest of that may be a secret. */
  readonly host?: string | undefined;
  /** The chat of Telegram. */
  readonly chat?: string | undefined;
  /** The topic of ntfy, or the tag of Apprise. */
  readonly topic?: string | undefined;
  readonly quietHours?: QuietHours | undefined;
}

/** What is never given out again. */
export interface ChannelSecrets {
  /** The address of the provider, which for many is itself the secret. */
  readonly url?: string | undefined;
  /** The token, or the key that signs. */
  readonly secret?: string | undefined;
}

/** Where a channel sends, as it may be shown: e-mail addresses, or a host and what is behind it. */
export function shownAddress({ addresses, host, chat, topic }: ChannelSettings): string {
  if (addresses) return addresses.join(', ');
  return [host, chat ?? topic].filter(Boolean).join(' · ');
}
