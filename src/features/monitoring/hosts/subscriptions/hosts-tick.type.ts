import { Field, Float, ObjectType } from 'type-graphql';
import { DateTime } from '../../../../platform/graphql/date-time.scalar.js';
import type { HostRow } from '../status/host-row.js';

@ObjectType('HostsTick', { description: 'Changes of some hosts.' })
export class HostsTickType {
  @Field(() => DateTime, { description: 'Time of the tick: ISO 8601, UTC, milliseconds.' })
  at!: string;

  @Field(() => [[Float]], {
    nullable: 'items',
    description:
      'Rows `[index in ids, state, cpuPercent, ramPercent, diskPercent, networkReceived, networkSent]`: the state as a number (0 LIVE, 1 LATE, 2 AWAY, 3 RETIRED, 4 WAITING), percent, bytes per second; null for figures that are not reported.',
  })
  rows!: readonly HostRow[];
}
