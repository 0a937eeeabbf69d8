import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { SharedHealth } from './service-health.js';

const DatabaseKind = { SQLITE: 'sqlite', POSTGRESQL: 'postgresql' } as const satisfies {
  readonly [Kind in SharedHealth['database']['kind'] as Uppercase<Kind>]: Kind;
};
registerEnumType(DatabaseKind, { name: 'DatabaseKind' });

@ObjectType('DatabaseHealth', { description: 'Where the data is.' })
export class DatabaseHealthType {
  @Field(() => DatabaseKind)
  kind!: SharedHealth['database']['kind'];

  @Field(() => Float, { description: 'Size, bytes.' })
  bytes!: number;
}

@ObjectType('LoopDelay', {
  description: 'Longest delay of due work on the event loop, ms: the worst of this minute and the previous one.',
})
export class LoopDelayType {
  @Field(() => Float)
  p50!: number;

  @Field(() => Float)
  p99!: number;

  @Field(() => Float)
  max!: number;
}

@ObjectType('SamplerHealth', { description: "State of the host's sampling." })
export class SamplerHealthType {
  @Field(() => Int)
  intervalMs!: number;

  @Field(() => String, { description: 'When the newest sample was taken: ISO 8601, UTC.' })
  sampledAt!: string;

  @Field(() => Boolean, { description: 'Whether samples are missing.' })
  isLate!: boolean;

  @Field(() => [String], { description: 'Sources that did not answer for the newest sample: their figures are older.' })
  stale!: readonly string[];

  @Field(() => String, {
    nullable: true,
    description: 'Error of the last failed reading of the host, as the system names it; the log has the details.',
  })
  failure!: string | null;
}

@ObjectType('HistoryHealth', {
  description: 'Approximate size of the history, at most ten minutes old.',
})
export class HistoryHealthType {
  @Field(() => Int, { description: 'Rows, each for a period of time.' })
  chunks!: number;

  @Field(() => Float)
  bytes!: number;
}

@ObjectType('ServiceHealth', { description: 'Health of the service.' })
export class ServiceHealthType {
  @Field(() => String)
  version!: string;

  @Field(() => String)
  nodeVersion!: string;

  @Field(() => String, { description: 'ISO 8601, UTC.' })
  startedAt!: string;

  @Field(() => Int)
  uptimeSeconds!: number;

  @Field(() => DatabaseHealthType)
  database!: DatabaseHealthType;

  @Field(() => LoopDelayType)
  loopDelay!: LoopDelayType;

  @Field(() => Float, { description: 'Memory of the process, bytes.' })
  residentBytes!: number;

  @Field(() => SamplerHealthType)
  sampler!: SamplerHealthType;

  @Field(() => HistoryHealthType)
  history!: HistoryHealthType;

  @Field(() => Int, { description: 'Open WebSockets.' })
  openSockets!: number;

  @Field(() => Boolean, { description: 'Whether analyses by an AI are on.' })
  analysisActive!: boolean;

  @Field(() => Boolean, { description: 'Whether welcome mails are sent.' })
  mailIsOn!: boolean;
}
