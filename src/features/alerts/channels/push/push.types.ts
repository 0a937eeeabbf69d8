import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { DateTime } from '../../../../platform/graphql/date-time.scalar.js';
import { NodeType } from '../../../../platform/graphql/node.type.js';
import { globalId } from '../../../../shared/global-id.js';
import type { PushSubscription } from './push-subscription.entity.js';

@ObjectType('PushSubscription', {
  implements: NodeType,
  description: 'A browser of the caller that is subscribed to alerts.',
})
export class PushSubscriptionType implements NodeType {
  @Field(() => ID, { description: 'Unique in the service.' })
  id!: string;

  @Field(() => String, { description: 'Identifies the browser to itself: `PushSubscription.endpoint`.' })
  endpoint!: string;

  @Field(() => String, { description: 'Name that the browser gave; may be empty.' })
  browser!: string;

  @Field(() => DateTime, { description: 'Time of the subscription: ISO 8601, UTC.' })
  createdAt!: string;
}

@InputType('PushSubscriptionInput', { description: 'Result of `PushManager.subscribe`.' })
export class PushSubscriptionInput {
  @Field(() => String, {
    description: 'Address of the subscription, `PushSubscription.endpoint`: https, at most 1,000 characters.',
  })
  endpoint!: string;

  @Field(() => String, { description: 'The key `p256dh`, base64url.' })
  p256dh!: string;

  @Field(() => String, { description: 'The key `auth`, base64url.' })
  auth!: string;

  @Field(() => String, { defaultValue: '', description: 'Name shown in the list; cut to 100 characters.' })
  browser!: string;
}

export function shapePushSubscription({ id, endpoint, browser, createdAt }: PushSubscription): PushSubscriptionType {
  return { id: globalId('PushSubscription', id), endpoint, browser, createdAt: createdAt.toISOString() };
}
