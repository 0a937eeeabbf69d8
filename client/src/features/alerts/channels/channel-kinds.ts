import type { MessageKey } from '../../../lib/i18n/t';
import type { ChannelKind } from './channels.operations';

/** Form fields that depend on the kind of channel. */
export type ChannelPart = 'addresses' | 'url' | 'secret' | 'chat' | 'topic';

/** Label of a field for this kind of channel, and a hint on finding its value. */
export interface PartWords {
  readonly label: MessageKey;
  readonly hint: MessageKey;
  readonly isOptional?: true;
  /** Whether Vigia generates a value if none is entered. */
  readonly isMade?: true;
}

interface KindWords {
  readonly name: MessageKey;
  /** Explanation shown for kinds that need no fields. */
  readonly about?: MessageKey;
  readonly parts: Readonly<Partial<Record<ChannelPart, PartWords>>>;
}

/** Fields of each kind of channel. The kinds are in the order in which they are offered. */
export const channelKinds = {
  EMAIL: {
    name: 'ui.channels.kinds.email',
    parts: { addresses: { label: 'ui.channels.addresses', hint: 'ui.channels.hints.addresses' } },
  },
  TELEGRAM: {
    name: 'ui.channels.kinds.telegram',
    parts: {
      secret: { label: 'ui.channels.botToken', hint: 'ui.channels.hints.botToken' },
      chat: { label: 'ui.channels.chat', hint: 'ui.channels.hints.chat' },
      url: { label: 'ui.channels.ownServer', hint: 'ui.channels.hints.telegramUrl', isOptional: true },
    },
  },
  NTFY: {
    name: 'ui.channels.kinds.ntfy',
    parts: {
      topic: { label: 'ui.channels.topic', hint: 'ui.channels.hints.ntfyTopic' },
      url: { label: 'ui.channels.ownServer', hint: 'ui.channels.hints.ntfyUrl', isOptional: true },
      secret: { label: 'ui.channels.token', hint: 'ui.channels.hints.ntfyToken', isOptional: true },
    },
  },
  SLACK: {
    name: 'ui.channels.kinds.slack',
    parts: { url: { label: 'ui.channels.webhookUrl', hint: 'ui.channels.hints.slackUrl' } },
  },
  DISCORD: {
    name: 'ui.channels.kinds.discord',
    parts: { url: { label: 'ui.channels.webhookUrl', hint: 'ui.channels.hints.discordUrl' } },
  },
  GOTIFY: {
    name: 'ui.channels.kinds.gotify',
    parts: {
      url: { label: 'ui.channels.url', hint: 'ui.channels.hints.gotifyUrl' },
      secret: { label: 'ui.channels.token', hint: 'ui.channels.hints.gotifyToken' },
    },
  },
  APPRISE: {
    name: 'ui.channels.kinds.apprise',
    parts: {
      url: { label: 'ui.channels.url', hint: 'ui.channels.hints.appriseUrl' },
      topic: { label: 'ui.channels.tag', hint: 'ui.channels.hints.appriseTag', isOptional: true },
    },
  },
  WEBHOOK: {
    name: 'ui.channels.kinds.webhook',
    parts: {
      url: { label: 'ui.channels.url', hint: 'ui.channels.hints.webhookUrl' },
      secret: { label: 'ui.channels.signingKey', hint: 'ui.channels.hints.signingKey', isMade: true },
    },
  },
  WEB_PUSH: { name: 'ui.channels.kinds.webPush', about: 'ui.channels.hints.webPush', parts: {} },
} as const satisfies Record<ChannelKind, KindWords>;

/** Kinds of channel in the order in which they are offered. */
export const channelKindNames = Object.keys(channelKinds) as ChannelKind[];

/** Returns the fields of a kind, in display order. */
export function partsOf(kind: ChannelKind): readonly (readonly [ChannelPart, PartWords])[] {
  return Object.entries(channelKinds[kind].parts) as [ChannelPart, PartWords][];
}

/** Whether a field's value is never shown again once stored. */
export function isSecret(part: ChannelPart): boolean {
  return part === 'secret' || part === 'url';
}
