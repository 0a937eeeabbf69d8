import { Arg, Authorized, Ctx, Directive, Extensions, Mutation, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../../../../platform/graphql/context.js';
import { ASKS_AGAIN, asksNothing, NO_PERSONAL_TOKEN, notAudited } from '../../../../platform/graphql/field-marks.js';
import { requireViewer, SEES_MACHINES } from '../../../../platform/graphql/viewer-guard.js';
import { PushSubscriptionInput, PushSubscriptionType, shapePushSubscription } from './push.types.js';
import type { PushKeys } from './push-keys.js';
import type { PushSubscriptions } from './push-subscriptions.js';

interface PushDeps {
  readonly pushKeys: PushKeys;
  readonly pushSubscriptions: PushSubscriptions;
}

/** Manages the caller's own browsers that receive alerts (contract 12). */
@Resolver()
export class PushResolver {
  constructor(private readonly deps: PushDeps) {}

  @Authorized(SEES_MACHINES)
  @Extensions(NO_PERSONAL_TOKEN)
  @Query(() => String, {
    nullable: true,
    description: 'The `applicationServerKey` that browsers subscribe with; null while no channel sends to browsers.',
  })
  async webPushKey(): Promise<string | null> {
    return (await this.deps.pushSubscriptions.areWanted()) ? this.deps.pushKeys.publicKey : null;
  }

  @Authorized()
  @Extensions(NO_PERSONAL_TOKEN)
  @Query(() => [PushSubscriptionType], { description: 'Browsers of the caller, newest first; at most ten.' })
  async pushSubscriptions(@Ctx() context: GraphQLContext): Promise<PushSubscriptionType[]> {
    const { userId } = await requireViewer(context);
    return (await this.deps.pushSubscriptions.ofUser(userId)).map(shapePushSubscription);
  }

  @Authorized(SEES_MACHINES)
  @Directive('@rateLimit(limit: 20, duration: 3600)')
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...ASKS_AGAIN,
    ...notAudited('its owner sees it listed for as long as it counts'),
  })
  @Mutation(() => PushSubscriptionType, {
    description: 'Subscribes a browser of the caller to alerts. An eleventh replaces the oldest.',
  })
  async subscribeToPush(
    @Arg('input', () => PushSubscriptionInput, {
      description: 'Result of `PushManager.subscribe`, with a name for the list.',
    })
    { browser, ...form }: PushSubscriptionInput,
    @Ctx() context: GraphQLContext,
  ): Promise<PushSubscriptionType> {
    const viewer = await requireViewer(context);
    return shapePushSubscription(await this.deps.pushSubscriptions.subscribe(viewer, form, browser));
  }

  @Authorized()
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...asksNothing('it takes away what was given'),
    ...notAudited('it tells a browser of its owner less'),
  })
  @Mutation(() => Boolean, {
    description: 'Unsubscribes a browser of the caller from alerts. False if it was not subscribed.',
  })
  async unsubscribeFromPush(
    @Arg('endpoint', () => String, { description: 'The `endpoint` of the subscription.' }) endpoint: string,
    @Ctx() context: GraphQLContext,
  ): Promise<boolean> {
    return this.deps.pushSubscriptions.unsubscribe(await requireViewer(context), endpoint);
  }
}
