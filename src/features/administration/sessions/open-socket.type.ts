import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';

/** The credential with which a WebSocket was opened. */
export enum SocketProof {
  SESSION = 'session',
  TOKEN = 'token',
}

registerEnumType(SocketProof, {
  name: 'SocketProof',
  description: 'Credential that opened a WebSocket.',
  valuesConfig: {
    SESSION: { description: 'Session cookie of a browser.' },
    TOKEN: { description: 'Access token or personal access token.' },
  },
});

/** An open WebSocket as staff see it (contract 2, `/admin/`). */
@ObjectType('OpenSocket', { description: 'An open WebSocket.' })
export class OpenSocketType {
  @Field(() => ID, { description: 'Unique among all processes.' })
  id!: string;

  @Field(() => ID, { description: 'The process that holds it, one of `serviceNodes`.' })
  node!: string;

  @Field(() => String, { description: 'Account that is connected.' })
  username!: string;

  @Field(() => String, { description: 'IP address of the client.' })
  address!: string;

  @Field(() => DateTime, { description: 'Time when it was opened: ISO 8601, UTC, milliseconds.' })
  since!: string;

  @Field(() => SocketProof, { description: 'Credential of the client when it connected.' })
  by!: SocketProof;

  @Field(() => Int, { description: 'Running operations; for another process, a few seconds old.' })
  subscriptions!: number;
}
