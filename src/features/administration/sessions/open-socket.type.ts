import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';

/** What proved who opened a WebSocket. */
export enum SocketProof {
  SESSION = 'session',
  TOKEN = 'token',
}

registerEnumType(SocketProof, { name: 'SocketProof', description: 'What proved who opened a WebSocket.' });

/** An open WebSocket as the staff see it (contract 2, `/admin/`). */
@ObjectType('OpenSocket', { description: 'A WebSocket that is open.' })
export class OpenSocketType {
  @Field(() => ID)
  id!: string;

  @Field(() => ID, { description: 'The process that it is open in, one of `nodes`.' })
  node!: string;

  @Field(() => String)
  username!: string;

  @Field(() => String, { description: 'The IP address that it was opened from.' })
  address!: string;

  @Field(() => String, { description: 'Since when: ISO 8601, UTC, milliseconds.' })
  since!: string;

  @Field(() => SocketProof)
  by!: SocketProof;

  @Field(() => Int, { description: 'Operations under way; of another process as they were some seconds ago.' })
  subscriptions!: number;
}
