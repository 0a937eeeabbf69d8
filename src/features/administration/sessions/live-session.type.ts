import { Field, Int, ObjectType } from 'type-graphql';
import { SessionType } from '../../accounts/sessions/session.type.js';

/** A signed-in browser as the staff see it (contract 2, `/admin/`). */
@ObjectType('LiveSession', { description: 'A signed-in browser of somebody.' })
export class LiveSessionType extends SessionType {
  @Field(() => String)
  username!: string;

  @Field(() => Int, { description: 'How many WebSockets it has open.' })
  sockets!: number;
}
