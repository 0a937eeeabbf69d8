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

  /** Shapes channels, preserving their order. Operators choose them for rules, but do not see where they send. */
  async of(channels: readonly Channel[], { isStaff }: Reader): Promise<ShownChannel[]> {
    const statuses = await this.deps.channelStatuses.of(channels.map(({ id }) => id));
    const problems = await this.deps.channelProblems.of(channels);
    return channels.map((channel) => {
      const state = { status: statuses.get(channel.id), problem: problems.get(channel.id) };
      const shown = shape(channel, this.deps.channels.decryptSecrets(channel), state);
      return isStaff ? shown : withoutDestination(shown);
    });
  }

  async one(channel: Channel, reader: Reader): Promise<ShownChannel> {
    const [shown] = await this.of([channel], reader);
    return shown as ShownChannel;
  }
}

/** Whoever reads a channel. */
interface Reader {
  readonly isStaff: boolean;
}

/** Leaves out addresses and the answers of receivers, which may name them. */
function withoutDestination({ lastDelivery, ...shown }: ShownChannel): ShownChannel {
  const hidden = { address: '', addresses: [], chat: null, topic: null, hasUrl: false, hasSecret: false };
  return { ...shown, ...hidden, lastDelivery: lastDelivery && { ...lastDelivery, detail: '' } };
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
