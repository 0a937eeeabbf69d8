import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { AlertSeverity } from '../alert-item.js';
import { EXPRESSION_MAX, RULE_NAME_MAX } from '../alert-rule.entity.js';
import type { FigureUnit } from '../rules/figures.js';

/** Why an incident ended: the condition was over, or there was no such rule or host any more. */
export const endReasons = ['RELEASED', 'RULE_CHANGED', 'RULE_SWITCHED_OFF', 'RULE_DELETED', 'HOST_REMOVED'] as const;

/** See {@link endReasons}. */
export type EndReason = (typeof endReasons)[number];

/** The longest note of who acknowledges an incident, in characters. */
export const NOTE_MAX = 500;

/** One firing of a rule on a host. What it says of the rule and the host is what they were when it began. */
@Entity({ tableName: 'incidents' })
@Index({ properties: ['endedAt'] })
@Index({ properties: ['startedAt'] })
export class Incident {
  declare [OptionalProps]?:
    | 'endedAt'
    | 'endReason'
    | 'acknowledgedAt'
    | 'acknowledgedBy'
    | 'acknowledgementNote'
    | 'silencedUntil'
    | 'notifiedAt'
    | 'repeats'
    | 'revision';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Null once the rule was deleted. */
  @Property({ type: 'integer', nullable: true })
  ruleId!: number | null;

  @Property({ type: 'string', length: RULE_NAME_MAX })
  ruleName!: string;

  @Property({ type: 'string', length: EXPRESSION_MAX })
  expression!: string;

  @Property({ type: 'string', length: 10 })
  severity!: AlertSeverity;

  @Property({ type: 'integer' })
  forSeconds!: number;

  @Property({ type: 'integer' })
  hostNumber!: number;

  @Property({ type: 'string', length: 255 })
  hostName!: string;

  /** The measure of the first comparison, by its name in `measures.ts`; null where it is none of them. */
  @Property({ type: 'string', length: 40, nullable: true })
  measure!: string | null;

  /** What its comparisons were, as JSON (`ComparedFigure[]`). */
  @Property({ type: 'text' })
  comparisons!: string;

  @Property({ type: 'datetime' })
  startedAt!: Date;

  @Property({ type: 'datetime', nullable: true })
  endedAt: Date | null = null;

  @Property({ type: 'string', length: 20, nullable: true })
  endReason: EndReason | null = null;

  @Property({ type: 'datetime', nullable: true })
  acknowledgedAt: Date | null = null;

  /** The user name of who has acknowledged it. */
  @Property({ type: 'string', length: 150, default: '' })
  acknowledgedBy: string = '';

  @Property({ type: 'string', length: NOTE_MAX, default: '' })
  acknowledgementNote: string = '';

  /** Until when it is silenced; null when it is not. */
  @Property({ type: 'datetime', nullable: true })
  silencedUntil: Date | null = null;

  /** When the newest message about it was put into the outbox, by the steady clock; null when there was none. */
  @Property({ type: 'datetime', nullable: true })
  notifiedAt: Date | null = null;

  /** How many messages there were beyond the first. */
  @Property({ type: 'integer', default: 0 })
  repeats: number = 0;

  /** Counts its changes. */
  @Property({ type: 'integer', default: 0 })
  revision: number = 0;
}

/** A comparison of an incident, and its figures. */
export interface ComparedFigure {
  /** As the canonical expression has it. */
  readonly text: string;
  readonly unit: FigureUnit;
  /** What it was when the expression was last false; null where that is not known. */
  readonly before: number | null;
  readonly atStart: number | null;
  /** The most extreme one since, upwards for `>` and downwards for `<`. */
  readonly peak: number | null;
}
