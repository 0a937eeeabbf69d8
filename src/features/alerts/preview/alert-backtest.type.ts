import { Field, Int, ObjectType } from 'type-graphql';
import { Resolution } from '../../monitoring/history/metrics-chunk.entity.js';
import type { BacktestAnswer } from './backtests.js';

/** The most incidents that an answer has. */
const INCIDENTS_MAX = 1000;

@ObjectType('AlertBacktestIncident', { description: 'When a rule would have fired.' })
export class AlertBacktestIncidentType {
  @Field(() => String)
  from!: string;

  @Field(() => String, { nullable: true, description: 'Null where it would still have fired at the end.' })
  to!: string | null;
}

/** What a rule would have done. */
@ObjectType('AlertBacktest', { description: 'When a rule would have fired. Times are ISO 8601 in UTC.' })
export class AlertBacktestType {
  @Field(() => Boolean, { description: 'False where the expression has faults, which alertExpression names.' })
  evaluated!: boolean;

  @Field(() => [AlertBacktestIncidentType], { description: 'The oldest first; at most 1,000.' })
  incidents!: readonly AlertBacktestIncidentType[];

  @Field(() => Int, { description: 'How many there are, with those that are left out.' })
  count!: number;

  @Field(() => Resolution, { description: 'Of minutes and hours it was the averages that were compared.' })
  resolution!: Resolution;

  @Field(() => Int, { description: 'How many rows of the history were evaluated.' })
  samples!: number;

  @Field(() => String)
  from!: string;

  @Field(() => String)
  to!: string;

  @Field(() => [String], { description: 'What the history has nothing of: `disk("/var")`, `uptime`.' })
  missing!: readonly string[];
}

/** Shapes what a rule would have done for GraphQL. */
export function alertBacktestOf({ fromMs, toMs, resolution, result }: BacktestAnswer): AlertBacktestType {
  return {
    evaluated: result !== undefined,
    incidents: (result?.incidents ?? [])
      .slice(0, INCIDENTS_MAX)
      .map((incident) => ({ from: iso(incident.fromMs), to: incident.toMs === null ? null : iso(incident.toMs) })),
    count: result?.incidents.length ?? 0,
    resolution,
    samples: result?.samples ?? 0,
    from: iso(fromMs),
    to: iso(toMs),
    missing: result?.missing ?? [],
  };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
