import { Authorized, Extensions, Resolver, Root, Subscription } from 'type-graphql';
import type { FeedEvent } from '../../../platform/audit/audit-feed.js';
import { scope } from '../../../platform/graphql/field-marks.js';
import type { TakenEvent } from '../../../platform/graphql/pub-sub.js';
import { STAFF } from '../../../platform/graphql/viewer-guard.js';
import { globalId } from '../../../shared/global-id.js';
import { SecurityEventType } from './security-event.type.js';

/** Topic on which each recorded event is published once. */
export const SECURITY_EVENTS_TOPIC = 'security-events';

/** Publishes audit trail events live (promise 30). */
@Resolver()
export class SecurityEventsResolver {
  @Authorized(STAFF)
  @Extensions(scope('STAFF_READ'))
  @Subscription(() => SecurityEventType, {
    description: 'Each event recorded from now on, by any process. Slow subscribers lose the oldest. For staff.',
    topics: SECURITY_EVENTS_TOPIC,
  })
  securityEvents(@Root() { event: row, missed }: TakenEvent<FeedEvent>): SecurityEventType {
    const { event, result, door, address, username, actor } = row;
    return {
      id: globalId('SecurityEvent', row.id),
      at: row.at.toISOString(),
      event,
      result,
      door,
      address,
      username,
      actor,
      missed,
    };
  }
}
