import { Field, ID, Int, ObjectType } from 'type-graphql';
import { AuditEventKind, AuditResultKind, LoginMethodType } from './audit.types.js';

/** Something that has just happened to an account or a setting (promise 30). */
@ObjectType('SecurityEvent', { description: 'Something that has just been recorded in the audit trail.' })
export class SecurityEventType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'ISO 8601, UTC, milliseconds.' })
  at!: string;

  @Field(() => AuditEventKind)
  event!: string;

  @Field(() => AuditResultKind)
  result!: string;

  @Field(() => LoginMethodType)
  door!: string;

  @Field(() => String, { description: 'The IP address of the caller.' })
  address!: string;

  @Field(() => String, { description: 'The name as it was typed; empty for what concerns no account.' })
  username!: string;

  @Field(() => String, { description: 'Who of the staff did it to somebody or something else; empty otherwise.' })
  actor!: string;

  @Field(() => Int, { description: 'How many events before this one the subscriber was too slow to take.' })
  missed!: number;
}
