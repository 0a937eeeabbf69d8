import { Field, Float, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../../platform/graphql/date-time.scalar.js';
import type { Series } from './history/summary.js';
import type { HostSparklines } from './hosts/host-sparklines.js';
import { measures } from './measures.js';

const SERIES = [() => [Float], { nullable: 'items' }] as const;

@ObjectType('HostSparkline', {
  description: 'The last hour of a machine: the average of each minute, null where nothing was measured.',
})
export class HostSparklineType {
  @Field(() => ID, { description: 'Id of the host.' })
  host!: string;

  @Field(SERIES[0], { ...SERIES[1], description: measures.cpuPercent.description })
  cpuPercent!: Series;

  @Field(SERIES[0], { ...SERIES[1], description: measures.ramPercent.description })
  ramPercent!: Series;

  @Field(SERIES[0], { ...SERIES[1], description: measures.diskPercent.description })
  diskPercent!: Series;

  @Field(SERIES[0], { ...SERIES[1], description: measures.networkReceived.description })
  networkReceived!: Series;

  @Field(SERIES[0], { ...SERIES[1], description: measures.networkSent.description })
  networkSent!: Series;
}

@ObjectType('HostSparklines', { description: 'The last hour of some machines, minute by minute.' })
export class HostSparklinesType {
  @Field(() => DateTime, {
    description: 'The beginning of the first minute: ISO 8601, UTC. The last is the current one.',
  })
  from!: string;

  @Field(() => [HostSparklineType], { description: 'Machines in the order of the ids.' })
  hosts!: readonly HostSparklineType[];
}

/** Shapes the small charts for GraphQL. Fractions of a byte would only add length. */
export function shapeSparklines({ fromMs, hosts }: HostSparklines): HostSparklinesType {
  const whole = (series: Series) => series.map((figure) => (figure === null ? null : Math.round(figure)));
  return {
    from: new Date(fromMs).toISOString(),
    hosts: hosts.map(({ number, networkReceived, networkSent, ...percents }) => ({
      host: String(number),
      ...percents,
      networkReceived: whole(networkReceived),
      networkSent: whole(networkSent),
    })),
  };
}
