import { Authorized, Ctx, Extensions, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { costs, scope } from '../../../platform/graphql/field-marks.js';
import { OPERATOR, requireViewer } from '../../../platform/graphql/viewer-guard.js';
import { ChannelType } from '../channels/channel.types.js';
import type { ChannelShapes } from '../channels/channel-shapes.js';
import type { UnheardAlerts } from './unheard-alerts.js';

@ObjectType('UnheardAlerts', { description: 'What keeps alerts from being heard.' })
class UnheardAlertsType {
  @Field(() => Int, { description: 'Number of rules that tell nobody.' })
  rules!: number;

  @Field(() => Int, { description: 'How many of them have no channel at all.' })
  rulesWithoutChannels!: number;

  @Field(() => [ChannelType], { description: 'Channels that are on and cannot send, by name.' })
  channels!: readonly ChannelType[];
}

interface UnheardAlertsDeps {
  readonly unheardAlerts: UnheardAlerts;
  readonly channelShapes: ChannelShapes;
}

/** Shows staff all rules that notify nobody, and the channels that cannot send (promise 55). */
@Resolver()
export class UnheardAlertsResolver {
  constructor(private readonly deps: UnheardAlertsDeps) {}

  @Authorized(OPERATOR)
  @Extensions({ ...costs(50), ...scope('STAFF_READ') })
  @Query(() => UnheardAlertsType, {
    description: 'Rules that tell nobody, and channels that cannot send. For operators and staff.',
  })
  async unheardAlerts(@Ctx() context: GraphQLContext): Promise<UnheardAlertsType> {
    const { channels, ...counts } = await this.deps.unheardAlerts.read();
    return { ...counts, channels: await this.deps.channelShapes.of(channels, await requireViewer(context)) };
  }
}
