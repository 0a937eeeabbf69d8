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

  @Field(() => Float, { description: 'What it takes, bytes.' })
  bytes!: number;
}

@ObjectType('LoopDelay', {
  description: 'How long work that was due had to wait for its turn, ms: the worst of this minute and the one before.',
})
export class LoopDelayType {
  @Field(() => Float)
  p50!: number;

  @Field(() => Float)
  p99!: number;

  @Field(() => Float)
  max!: number;
}

@ObjectType('SamplerHealth', { description: 'How the sampling of the host goes.' })
export class SamplerHealthType {
  @Field(() => Int)
  intervalMs!: number;

  @Field(() => String, { description: 'When the newest sample was taken: ISO 8601, UTC.' })
  sampledAt!: string;

  @Field(() => Boolean, { description: 'Whether samples are missing.' })
  isLate!: boolean;

  @Field(() => [String], { description: 'What did not answer for the newest sample: its figures are older.' })
  stale!: readonly string[];

  @Field(() => String, {
    nullable: true,
    description: 'Why the host could not be read the last time, as the system calls it; the log has the details.',
  })
  failure!: string | null;
}

@ObjectType('HistoryHealth', {
  description: 'About how much is remembered of what was measured, ten minutes ago at most.',
})
export class HistoryHealthType {
  @Field(() => Int, { description: 'Rows, each a stretch of time.' })
  chunks!: number;

  @Field(() => Float)
  bytes!: number;
}

@ObjectType('ServiceHealth', { description: 'What the service says of itself.' })
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

  @Field(() => Int, { description: 'WebSockets that are open.' })
  openSockets!: number;

  @Field(() => Boolean, { description: 'Whether the AI is asked for analyses.' })
  analysisActive!: boolean;

  @Field(() => Boolean, { description: 'Whether welcome mails are sent.' })
  mailIsOn!: boolean;
}
