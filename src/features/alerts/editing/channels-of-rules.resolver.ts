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

/** The channels that rules tell, which only the staff are shown with the rules. */
@Resolver(() => AlertRuleType)
export class ChannelsOfRulesResolver {
  constructor(private readonly deps: ChannelsOfRulesDeps) {}

  // A few queries for each rule.
  @Extensions(costs(5))
  @FieldResolver(() => [ChannelType], { description: 'The channels that are told, in the order of their names.' })
  async channels(@Root() { channelIds }: AlertRuleType): Promise<ChannelType[]> {
    return this.deps.channelShapes.of(await this.deps.channels.withIds(channelIds));
  }
}
