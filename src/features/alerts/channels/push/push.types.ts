import { Field, ID, InputType, ObjectType } from 'type-graphql';
import type { PushSubscription } from './push-subscription.entity.js';

@ObjectType('PushSubscription', { description: 'A browser of the caller that is told of alerts.' })
export class PushSubscriptionType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'By which a browser knows its own: `PushSubscription.endpoint`.' })
  endpoint!: string;

  @Field(() => String, { description: 'What it called itself; may be empty.' })
  browser!: string;

  @Field(() => String, { description: 'ISO 8601, UTC.' })
  createdAt!: string;
}

@InputType('PushSubscriptionInput', { description: 'What `PushManager.subscribe` gives.' })
export class PushSubscriptionInput {
  @Field(() => String)
  endpoint!: string;

  @Field(() => String, { description: 'The key `p256dh`, base64url.' })
  p256dh!: string;

  @Field(() => String, { description: 'The key `auth`, base64url.' })
  auth!: string;

  @Field(() => String, { defaultValue: '', description: 'What it is called in the list; cut to 100 characters.' })
  browser!: string;
}

/** A browser as its user sees it. */
export function pushSubscriptionOf({ id, endpoint, browser, createdAt }: PushSubscription): PushSubscriptionType {
  return { id: String(id), endpoint, browser, createdAt: createdAt.toISOString() };
}
