import { Field, Int, ObjectType } from 'type-graphql';
import { SessionFieldsType } from '../../accounts/sessions/session-fields.type.js';

/** A signed-in browser as staff see it (contract 2, `/admin/`). */
@ObjectType('LiveSession', { description: 'A browser session of an account.' })
export class LiveSessionType extends SessionFieldsType {
  @Field(() => String, { description: 'Account that is signed in.' })
  username!: string;

  @Field(() => Int, { description: 'Number of its open WebSockets.' })
  sockets!: number;
}
