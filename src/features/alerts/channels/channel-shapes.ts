import type { Channel } from './channel.entity.js';
import { shownAddress } from './channel-settings.js';
import { type Channels, settingsOf } from './channels.js';
import type { ChannelStatus, ChannelStatuses } from './delivery/channel-status.js';

/** A channel as it may be shown, with its delivery status. */
export type ShownChannel = ReturnType<ChannelShapes['shape']>;

interface ChannelShapesDeps {
  readonly channels: Pick<Channels, 'secretsOf'>;
  readonly channelStatuses: Pick<ChannelStatuses, 'of'>;
}

export class ChannelShapes {
  constructor(private readonly deps: ChannelShapesDeps) {}

  /** Shapes channels, keeping their order. */
  async of(channels: readonly Channel[]): Promise<ShownChannel[]> {
    const statuses = await this.deps.channelStatuses.of(channels.map(({ id }) => id));
    return channels.map((channel) => this.shape(channel, statuses.get(channel.id)));
  }

  async one(channel: Channel): Promise<ShownChannel> {
    const statuses = await this.deps.channelStatuses.of([channel.id]);
    return this.shape(channel, statuses.get(channel.id));
  }

  shape(channel: Channel, status: ChannelStatus | undefined) {
    const { id, name, kind, language, isActive, createdAt } = channel;
    const settings = settingsOf(channel);
    const secrets = this.deps.channels.secretsOf(channel) ?? {};
    return {
      id: String(id),
      name,
      kind,
      language,
      address: shownAddress(settings),
      addresses: settings.addresses ?? [],
      chat: settings.chat ?? null,
      topic: settings.topic ?? null,
      hasUrl: secrets.url !== undefined,
      hasSecret: secrets.secret !== undefined,
      quietHours: settings.quietHours ?? null,
      isActive,
      createdAt: createdAt.toISOString(),
      lastDelivery: lastDeliveryOf(status),
      waiting: status?.waiting ?? 0,
      failed: status?.failed ?? 0,
    };
  }
}

function lastDeliveryOf(status: ChannelStatus | undefined) {
  const { last } = status ?? {};
  if (!last?.settledAt) return null;
  const detail = [last.reason, last.detail].filter(Boolean).join(': ');
  return { at: last.settledAt.toISOString(), state: last.state, detail };
}
