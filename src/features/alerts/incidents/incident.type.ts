import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../../platform/graphql/connection.type.js';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { NodeType } from '../../../platform/graphql/node.type.js';
import { globalId } from '../../../shared/global-id.js';
import type { AlertSeverity } from '../alert-item.js';
import { AlertSeverityType } from '../alert-severity.type.js';
import type { FigureUnit } from '../rules/figures.js';
import { type ComparedFigure, type EndReason, endReasons, type Incident } from './incident.entity.js';

export const IncidentStateType = { OPEN: 'OPEN', ENDED: 'ENDED' } as const;
registerEnumType(IncidentStateType, {
  name: 'IncidentState',
  description: 'Whether the incident is open.',
  valuesConfig: {
    OPEN: { description: 'The rule is still firing.' },
    ENDED: { description: 'Over: `endReason` says why.' },
  },
});

const EndReasonType = Object.fromEntries(endReasons.map((reason) => [reason, reason]));
registerEnumType(EndReasonType, {
  name: 'IncidentEndReason',
  description: 'Why an incident is over.',
  valuesConfig: {
    HOST_REMOVED: { description: 'The host was retired.' },
    NOT_MEASURED: { description: 'Figures that are no longer measured.' },
    RELEASED: { description: 'The condition has been false for `releaseSeconds`.' },
    RULE_CHANGED: { description: 'Staff changed the rule, or it no longer applies to the host.' },
    RULE_DELETED: { description: 'Staff deleted the rule.' },
    RULE_SWITCHED_OFF: { description: 'Staff switched the rule off.' },
  },
});

@ObjectType('IncidentComparison', { description: 'A comparison of the rule, and its readings.' })
export class IncidentComparisonType implements ComparedFigure {
  @Field(() => String, { description: 'Comparison as in the rule: `avg(cpu, 10m) > 90 %`.' })
  text!: string;

  @Field(() => Float, {
    nullable: true,
    description: 'Reading just before the condition became true; null if unknown.',
  })
  before!: number | null;

  @Field(() => Float, { nullable: true, description: 'Reading when it fired; null if unknown.' })
  atStart!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Most extreme reading since then, in the direction of the comparison.',
  })
  peak!: number | null;

  @Field(() => String, { description: 'percent, bytesPerSecond, load (per processor) or seconds.' })
  unit!: FigureUnit;

  @Field(() => String, {
    nullable: true,
    description: 'Mount path of the file system that it read; null for figures other than `disk`, and if unknown.',
  })
  fileSystem?: string;
}

@ObjectType('Incident', {
  implements: NodeType,
  description: 'One firing of a rule on a host. Times are ISO 8601 in UTC.',
})
export class IncidentType implements NodeType {
  /** The number that {@link id} is derived from. */
  number!: number;

  @Field(() => ID, { description: 'Unique id, for `incident` and `acknowledgeIncident`.' })
  id!: string;

  @Field(() => ID, { nullable: true, description: 'Id of the rule; null if it was deleted.' })
  rule!: string | null;

  @Field(() => String, { description: 'Name of the rule when it fired.' })
  ruleName!: string;

  @Field(() => String, { description: 'Condition of the rule when it fired.' })
  expression!: string;

  @Field(() => AlertSeverityType, { description: 'That of the rule when it fired.' })
  severity!: AlertSeverity;

  @Field(() => ID, { description: 'Id of the host, which may have been retired since.' })
  host!: string;

  @Field(() => String, { description: 'Name of the host when the rule fired.' })
  hostName!: string;

  @Field(() => IncidentStateType, { description: 'OPEN until `endedAt`.' })
  state!: keyof typeof IncidentStateType;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time when the condition became true; null if that was not recorded.',
  })
  trueSince!: string | null;

  @Field(() => DateTime, { description: 'Time when the rule fired.' })
  startedAt!: string;

  @Field(() => DateTime, { nullable: true, description: 'Time when it ended; null while it is open.' })
  endedAt!: string | null;

  @Field(() => EndReasonType, { nullable: true, description: 'Reason why it ended; null while it is open.' })
  endReason!: EndReason | null;

  @Field(() => Int, { description: 'Duration so far while it is open.' })
  durationSeconds!: number;

  @Field(() => [IncidentComparisonType], { description: 'Comparisons in the order of the expression, at most 6.' })
  comparisons!: readonly IncidentComparisonType[];

  @Field(() => String, {
    nullable: true,
    description: 'The figure of Metrics and MetricsHistory that its first comparison reads; null if there is none.',
  })
  measure!: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time of the acknowledgement; null until somebody has acknowledged it.',
  })
  acknowledgedAt!: string | null;

  @Field(() => String, { nullable: true, description: 'Username of the person who acknowledged it.' })
  acknowledgedBy!: string | null;

  @Field(() => String, {
    description: 'Note of the person who acknowledged it, at most 500 characters; empty if there is none.',
  })
  acknowledgementNote!: string;

  @Field(() => DateTime, { nullable: true, description: 'End of the silence that covers it; null if none does.' })
  silencedUntil!: string | null;
}

export const IncidentConnection = connectionType(IncidentType, 'Incident');

export function shapeIncident(incident: Incident, now: Date): IncidentType {
  const { id, ruleId, hostNumber, trueSince, startedAt, endedAt, comparisons, acknowledgedAt, acknowledgedBy } =
    incident;
  const { ruleName, expression, severity, hostName, measure, endReason, acknowledgementNote, silencedUntil } = incident;
  const untilMs = (endedAt ?? now).getTime();
  return {
    number: id,
    id: globalId('Incident', id),
    rule: ruleId === null ? null : globalId('AlertRule', ruleId),
    ruleName,
    expression,
    severity,
    host: String(hostNumber),
    hostName,
    state: endedAt ? 'ENDED' : 'OPEN',
    trueSince: trueSince?.toISOString() ?? null,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    endReason,
    durationSeconds: Math.max(0, Math.round((untilMs - startedAt.getTime()) / 1000)),
    comparisons: JSON.parse(comparisons) as ComparedFigure[],
    measure,
    acknowledgedAt: acknowledgedAt?.toISOString() ?? null,
    acknowledgedBy: acknowledgedBy || null,
    acknowledgementNote,
    silencedUntil: silencedUntil?.toISOString() ?? null,
  };
}
