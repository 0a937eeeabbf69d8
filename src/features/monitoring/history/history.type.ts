import { Field, Float, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { type MeasureName, measureNames, measures } from '../measures.js';
import { Resolution } from './resolution.js';
import { figureOfStored } from './stored-sample.js';
import type { HistorySummary, Series } from './summary.js';

registerEnumType(Resolution, {
  name: 'HistoryResolution',
  description: 'Resolution of the history behind an answer.',
  valuesConfig: {
    HOURS: { description: 'Minimum, average and maximum of each hour.' },
    MINUTES: { description: 'Minimum, average and maximum of each minute.' },
    SAMPLES: { description: 'Each sample as it was measured.' },
  },
});

/** GraphQL type of a series, with one entry per point; null at a gap. */
const SERIES = [() => [Float], { nullable: 'items' }] as const;

@ObjectType({ description: 'One measure over time: a value for each point of the history, null at a gap.' })
class HistorySeries {
  @Field(SERIES[0], { ...SERIES[1], description: 'The lowest figure in the bucket of each point.' })
  minimum!: Series;

  @Field(SERIES[0], { ...SERIES[1], description: 'The average in the bucket of each point.' })
  average!: Series;

  @Field(SERIES[0], { ...SERIES[1], description: 'The highest figure in the bucket of each point.' })
  maximum!: Series;
}

/**
 * A range of the history in columns, ready for a chart (contract 4). Values are as in `Metrics`. The measures' fields
 * are added below, from the registry.
 */
@ObjectType({ description: 'The history of a range, in columns. Figures are as in Metrics.' })
export class MetricsHistory {
  @Field(() => DateTime, { description: 'The beginning of the requested range: ISO 8601, UTC.' })
  from!: string;

  @Field(() => DateTime, { description: 'The end of the requested range, exclusive: ISO 8601, UTC.' })
  to!: string;

  @Field(() => Resolution, { description: 'Stored rows that the points were computed from.' })
  resolution!: Resolution;

  @Field(() => Float, { description: 'Bucket length of each point; 0 if each point is a sample.' })
  stepSeconds!: number;

  @Field(() => [DateTime], {
    description: 'Beginning of each bucket: ISO 8601, UTC. A point without figures is a gap.',
  })
  at!: readonly string[];

  @Field(() => Int, {
    nullable: true,
    description: 'Number of processors, as of the newest sample: the load average is of all together. Null if unknown.',
  })
  processors!: number | null;
}

for (const name of measureNames) {
  Field(() => HistorySeries, { description: measures[name].description })(MetricsHistory.prototype, name);
}

type MetricsHistoryView = Omit<MetricsHistory, 'processors'> & Readonly<Record<MeasureName, HistorySeries>>;

interface Range {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Converts a range of the history to the units and rounding that clients get. */
export function shapeMetricsHistory(
  { fromMs, toMs }: Range,
  { resolution, stepMs, atMs, minimum, average, maximum }: HistorySummary & { readonly resolution: Resolution },
): MetricsHistoryView {
  const seriesInUnit = (series: Series | undefined, index: number) =>
    (series ?? []).map((figure) => (figure === null ? null : figureOfStored(figure, index)));
  const seriesOf = (index: number): HistorySeries => ({
    minimum: seriesInUnit(minimum[index], index),
    average: seriesInUnit(average[index], index),
    maximum: seriesInUnit(maximum[index], index),
  });
  return {
    from: iso(fromMs),
    to: iso(toMs),
    resolution,
    stepSeconds: stepMs / 1000,
    at: atMs.map(iso),
    ...(Object.fromEntries(measureNames.map((name, index) => [name, seriesOf(index)])) as Record<
      MeasureName,
      HistorySeries
    >),
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
