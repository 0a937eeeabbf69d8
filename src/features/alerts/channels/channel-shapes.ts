import { globalId } from '../../../shared/global-id.js';
import type { Channel } from './channel.entity.js';
import type { ChannelProblem, ChannelProblems } from './channel-problems.js';
import { type ChannelSecrets, shownAddress } from './channel-settings.js';
import { type Channels, settingsOf } from './channels.js';
import type { ChannelStatus, ChannelStatuses } from './delivery/channel-status.js';

/** A channel as it may be shown, including its delivery status. */
export type ShownChannel = ReturnType<typeof shape>;

interface ChannelShapesDeps {
  readonly channels: Pick<Channels, 'decryptSecrets'>;
  readonly channelStatuses: Pick<ChannelStatuses, 'of'>;
  readonly channelProblems: Pick<ChannelProblems, 'of'>;
}

export class ChannelShapes {
  constructor(private readonly deps: ChannelShapesDeps) {}

  /** Shapes channels, preserving their order. */
  async of(channels: readonly Channel[]): Promise<ShownChannel[]> {
    const statuses = await this.deps.channelStatuses.of(channels.map(({ id }) => id));
    const problems = await this.deps.channelProblems.of(channels);
    return channels.map((channel) => {
      const state = { status: statuses.get(channel.id), problem: problems.get(channel.id) };
      return shape(channel, this.deps.channels.decryptSecrets(channel), state);
    });
  }

  async one(channel: Channel): Promise<ShownChannel> {
    const [shown] = await this.of([channel]);
    return shown as ShownChannel;
  }
}

interface ChannelState {
  readonly status: ChannelStatus | undefined;
  readonly problem: ChannelProblem | undefined;
}

function shape(channel: Channel, secrets: ChannelSecrets | undefined, { status, problem }: ChannelState) {
  const { id, name, kind, language, isActive, createdAt } = channel;
  const settings = settingsOf(channel);
  return {
    id: globalId('Channel', id),
    name,
    kind,
    language,
    address: shownAddress(settings),
    addresses: settings.addresses ?? [],
    chat: settings.chat ?? null,
    topic: settings.topic ?? null,
    hasUrl: secrets?.url !== undefined,
    hasSecret: secrets?.secret !== undefined,
    quietHours: settings.quietHours ?? null,
    isActive,
    problem: problem ?? null,
    createdAt: createdAt.toISOString(),
    lastDelivery: shapeLastDelivery(status),
    waiting: status?.waiting ?? 0,
    failed: status?.failed ?? 0,
  };
}

function shapeLastDelivery(status: ChannelStatus | undefined) {
  const { last } = status ?? {};
  if (!last?.settledAt) return null;
  const detail = [last.reason, last.detail].filter(Boolean).join(': ');
  return { at: last.settledAt.toISOString(), state: last.state, detail };
}
