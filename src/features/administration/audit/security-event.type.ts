import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { AuditResultKind, LoginMethodType } from './audit.types.js';
import { AuditEventKind } from './audit-event-kind.type.js';

/** An event about an account or a setting that was just recorded (promise 30). */
@ObjectType('SecurityEvent', { description: 'An event that has just been recorded in the audit trail.' })
export class SecurityEventType {
  @Field(() => ID, { description: 'Unique id, for `auditEvent`, which gives it in full.' })
  id!: string;

  @Field(() => DateTime, { description: 'Time of the event: ISO 8601, UTC, milliseconds.' })
  at!: string;

  @Field(() => AuditEventKind, { description: 'Action that was done or attempted.' })
  event!: string;

  @Field(() => AuditResultKind, { description: 'Whether it succeeded.' })
  result!: string;

  @Field(() => LoginMethodType, { description: 'Way by which the action reached the service.' })
  door!: string;

  @Field(() => String, { description: 'The IP address of the caller.' })
  address!: string;

  @Field(() => String, { description: 'Name as typed; empty for events that concern no account.' })
  username!: string;

  @Field(() => String, { description: 'Staff member who changed somebody or something else; empty otherwise.' })
  actor!: string;

  @Field(() => Int, { description: 'Number of events skipped before this one because the subscriber was too slow.' })
  missed!: number;
}
