import { Field, Int, ObjectType } from 'type-graphql';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { Resolution } from '../../monitoring/history/resolution.js';
import type { BacktestAnswer } from './backtests.js';

const INCIDENTS_MAX = 1000;

@ObjectType('AlertBacktestIncident', { description: 'Period in which a rule would have fired.' })
export class AlertBacktestIncidentType {
  @Field(() => DateTime, { description: 'When the rule would have fired.' })
  from!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'End of the incident; null if it would still have been firing at the end.',
  })
  to!: string | null;
}

/** The times at which a rule would have fired. */
@ObjectType('AlertBacktest', { description: 'Periods in which a rule would have fired. Times are ISO 8601 in UTC.' })
export class AlertBacktestType {
  @Field(() => Boolean, {
    description: 'Whether it was evaluated: false if the expression has faults, which `alertExpression` names.',
  })
  evaluated!: boolean;

  @Field(() => [AlertBacktestIncidentType], { description: 'Oldest first; at most 1,000.' })
  incidents!: readonly AlertBacktestIncidentType[];

  @Field(() => Int, { description: 'Total number, including those left out.' })
  count!: number;

  @Field(() => Resolution, { description: 'Whether averages of minutes and hours were compared instead of samples.' })
  resolution!: Resolution;

  @Field(() => Int, { description: 'Number of evaluated history rows.' })
  samples!: number;

  @Field(() => DateTime, { description: 'Beginning of the evaluated range.' })
  from!: string;

  @Field(() => DateTime, {
    description:
      'End of the evaluated range: earlier than asked for if an agent has not delivered its last minutes yet.',
  })
  to!: string;

  @Field(() => [String], { description: 'Figures that the history does not contain: `disk("/var")`, `uptime`.' })
  missing!: readonly string[];
}

export function shapeAlertBacktest({ fromMs, toMs, resolution, result }: BacktestAnswer): AlertBacktestType {
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
