import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import type { SharedHealth } from './service-health.js';

const DatabaseKind = { SQLITE: 'sqlite', POSTGRESQL: 'postgresql' } as const satisfies {
  readonly [Kind in SharedHealth['database']['kind'] as Uppercase<Kind>]: Kind;
};
registerEnumType(DatabaseKind, {
  name: 'DatabaseKind',
  description: 'Database of the service.',
  valuesConfig: {
    SQLITE: { description: 'A file in DATA_DIR.' },
    POSTGRESQL: { description: 'A server, which several processes of the service can share.' },
  },
});

@ObjectType('DatabaseHealth', { description: 'Where the data is.' })
export class DatabaseHealthType {
  @Field(() => DatabaseKind, { description: 'Which database the service uses.' })
  kind!: SharedHealth['database']['kind'];

  @Field(() => Float, { description: 'Size, bytes.' })
  bytes!: number;
}

@ObjectType('LoopDelay', {
  description: 'Longest delay of due work on the event loop, ms: the worst of this minute and the previous one.',
})
export class LoopDelayType {
  @Field(() => Float, { name: 'p50Ms', description: 'Median.' })
  p50!: number;

  @Field(() => Float, { name: 'p99Ms', description: 'Percentile 99.' })
  p99!: number;

  @Field(() => Float, { name: 'maxMs', description: 'The longest of all.' })
  max!: number;
}

@ObjectType('SamplerHealth', { description: "State of the host's sampling." })
export class SamplerHealthType {
  @Field(() => Int, { description: 'Time between two samples, milliseconds.' })
  intervalMs!: number;

  @Field(() => DateTime, { description: 'When the newest sample was taken: ISO 8601, UTC.' })
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

  @Field(() => Float, { description: 'Size of these rows without indexes.' })
  bytes!: number;
}

@ObjectType('ServiceHealth', { description: 'State of a process of the service, and of what all its processes share.' })
export class ServiceHealthType {
  @Field(() => String, { description: "Vigia's version." })
  version!: string;

  @Field(() => String, { description: 'Version of Node.js, such as `24.1.0`.' })
  nodeVersion!: string;

  @Field(() => DateTime, { description: 'Time when the process started: ISO 8601, UTC.' })
  startedAt!: string;

  @Field(() => Int, { description: 'Whole seconds since the process started.' })
  uptimeSeconds!: number;

  @Field(() => DatabaseHealthType, { description: 'Shared by all processes.' })
  database!: DatabaseHealthType;

  @Field(() => LoopDelayType, { description: 'How long due work had to wait in the process.' })
  loopDelay!: LoopDelayType;

  @Field(() => Float, { description: 'Memory of the process, bytes.' })
  residentBytes!: number;

  @Field(() => SamplerHealthType, { description: 'Of the machine that the process runs on.' })
  sampler!: SamplerHealthType;

  @Field(() => HistoryHealthType, { description: 'Shared by all processes.' })
  history!: HistoryHealthType;

  @Field(() => Int, { description: 'Open WebSockets.' })
  openSockets!: number;

  @Field(() => Boolean, { description: 'Whether analyses by an AI are on.' })
  analysisActive!: boolean;

  @Field(() => Boolean, { description: 'Whether welcome mails are sent.' })
  mailIsOn!: boolean;
}
