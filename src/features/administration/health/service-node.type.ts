import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { NodeType } from '../../../platform/graphql/node.type.js';

/** State of a process: still serving or gone. */
export enum NodeState {
  LIVE = 'live',
  GONE = 'gone',
}

registerEnumType(NodeState, {
  name: 'NodeState',
  description: 'Whether a process sends heartbeats. After 30 s without one it counts as gone.',
  valuesConfig: {
    LIVE: { description: 'Sends heartbeats.' },
    GONE: { description: 'Has sent no heartbeat for 30 s.' },
  },
});

/** A process of the service as shown to staff (contract 2, `/admin/`; contract 13). */
@ObjectType('ServiceNode', {
  implements: NodeType,
  description: 'A process of the service, or one that was killed within the last day.',
})
export class ServiceNodeType implements NodeType {
  @Field(() => ID, { description: 'Unique id, for the argument `node` of `serviceHealth`.' })
  id!: string;

  @Field(() => String, { description: "The machine's name and the address that it listens on." })
  address!: string;

  @Field(() => String, { description: "Vigia's version." })
  version!: string;

  @Field(() => NodeState, { description: 'GONE after 30 s without a heartbeat.' })
  state!: NodeState;

  @Field(() => Boolean, { description: 'Whether it is the process that answers.' })
  isCurrent!: boolean;

  @Field(() => DateTime, { description: 'Time when it started: ISO 8601, UTC.' })
  startedAt!: string;

  @Field(() => DateTime, { description: 'Last heartbeat, sent every 10 s: ISO 8601, UTC.' })
  lastSeenAt!: string;

  @Field(() => Int, { nullable: true, description: 'Open WebSockets; null until it has reported.' })
  openSockets!: number | null;

  @Field(() => Float, { nullable: true, description: 'Memory of the process, bytes; null until it has reported.' })
  residentBytes!: number | null;
}
