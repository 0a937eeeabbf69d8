import { Extensions, FieldResolver, Resolver, Root } from 'type-graphql';
import { costs } from '../../../platform/graphql/field-marks.js';
import { ChannelType } from '../channels/channel.types.js';
import type { ChannelShapes } from '../channels/channel-shapes.js';
import type { Channels } from '../channels/channels.js';
import { AlertRuleType } from './alert-rule.type.js';

interface ChannelsOfRulesDeps {
  readonly channels: Channels;
  readonly channelShapes: ChannelShapes;
}

/** Resolves the channels of rules, which only staff may see. */
@Resolver(() => AlertRuleType)
export class ChannelsOfRulesResolver {
  constructor(private readonly deps: ChannelsOfRulesDeps) {}

  // A few queries per rule.
  @Extensions(costs(5))
  @FieldResolver(() => [ChannelType], { description: 'Channels to notify, by name.' })
  async channels(@Root() { channelIds }: AlertRuleType): Promise<ChannelType[]> {
    return this.deps.channelShapes.of(await this.deps.channels.withIds(channelIds));
  }
}
