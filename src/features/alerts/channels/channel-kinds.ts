/** What a channel of a kind is made of. What is not named here, the kind has none of. */
export interface ChannelParts {
  readonly addresses?: 'needed';
  readonly url?: 'needed' | 'optional';
  /** The address of the provider where none is given. */
  readonly defaultUrl?: string;
  readonly secret?: 'needed' | 'optional';
  readonly chat?: 'needed';
  readonly topic?: 'needed' | 'optional';
}

/** The kinds of channels, and what each is made of. */
export const channelKinds = {
  EMAIL: { addresses: 'needed' },
  WEBHOOK: { url: 'needed', secret: 'needed' },
  SLACK: { url: 'needed' },
  DISCORD: { url: 'needed' },
  TELEGRAM: { url: 'optional', defaultUrl: 'https://api.telegram.org', secret: 'needed', chat: 'needed' },
  NTFY: { url: 'optional', defaultUrl: 'https://ntfy.sh', secret: 'optional', topic: 'needed' },
  GOTIFY: { url: 'needed', secret: 'needed' },
  APPRISE: { url: 'needed', topic: 'optional' },
  WEB_PUSH: {},
} as const satisfies Record<string, ChannelParts>;

/** A key of {@link channelKinds}. */
export type ChannelKind = keyof typeof channelKinds;

/** What a channel of this kind is made of. */
export function partsOf(kind: ChannelKind): ChannelParts {
  return channelKinds[kind];
}
