/** The settings of a kind of channel, which has only those listed. */
export interface ChannelParts {
  readonly addresses?: 'needed';
  readonly url?: 'needed' | 'optional';
  /** The provider's URL if none is given. */
  readonly defaultUrl?: string;
  readonly secret?: 'needed' | 'optional';
  readonly chat?: 'needed';
  readonly topic?: 'needed' | 'optional';
}

/** The kinds of channels and their settings. */
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

export type ChannelKind = keyof typeof channelKinds;

export function partsOf(kind: ChannelKind): ChannelParts {
  return channelKinds[kind];
}
