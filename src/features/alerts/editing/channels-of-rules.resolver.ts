import { Ctx, Extensions, FieldResolver, Resolver, Root, registerEnumType } from 'type-graphql';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { costs } from '../../../platform/graphql/field-marks.js';
import { requireViewer } from '../../../platform/graphql/viewer-guard.js';
import { ChannelType } from '../channels/channel.types.js';
import { type ChannelProblems, type TellsNobodyReason, tellsNobodyReasons } from '../channels/channel-problems.js';
import type { ChannelShapes } from '../channels/channel-shapes.js';
import type { Channels } from '../channels/channels.js';
import { AlertRuleType } from './alert-rule.type.js';

interface ChannelsOfRulesDeps {
  readonly channels: Channels;
  readonly channelShapes: ChannelShapes;
  readonly channelProblems: ChannelProblems;
}

const TellsNobodyReasonType = Object.fromEntries(tellsNobodyReasons.map((reason) => [reason, reason]));
registerEnumType(TellsNobodyReasonType, {
  name: 'TellsNobodyReason',
  description: 'Reason why nobody would be told if a rule fired.',
  valuesConfig: {
    CHANNELS_BROKEN: { description: 'None of its channels that are on can send: see their `problem`.' },
    CHANNELS_OFF: { description: 'All its channels are switched off.' },
    NO_CHANNELS: { description: 'Rule without any channel.' },
  },
});

/** Resolves the channels of rules, which only operators and staff can query. */
@Resolver(() => AlertRuleType)
export class ChannelsOfRulesResolver {
  constructor(private readonly deps: ChannelsOfRulesDeps) {}

  // This takes a few queries per rule.
  @Extensions(costs(5))
  @FieldResolver(() => [ChannelType], { description: 'Channels to notify, by name.' })
  async channels(@Root() { channelIds }: AlertRuleType, @Ctx() context: GraphQLContext): Promise<ChannelType[]> {
    const channels = await this.deps.channels.withIds(channelIds);
    return this.deps.channelShapes.of(channels, await requireViewer(context));
  }

  @Extensions(costs(2))
  @FieldResolver(() => Boolean, { description: 'Whether nobody would be told if it fired.' })
  async tellsNobody(@Root() { channelIds }: AlertRuleType): Promise<boolean> {
    return (await this.deps.channelProblems.tellsNobody(channelIds)) !== null;
  }

  @Extensions(costs(2))
  @FieldResolver(() => TellsNobodyReasonType, {
    nullable: true,
    description: 'Reason why nobody would be told; null if somebody would be.',
  })
  async tellsNobodyReason(@Root() { channelIds }: AlertRuleType): Promise<TellsNobodyReason | null> {
    return this.deps.channelProblems.tellsNobody(channelIds);
  }
}
