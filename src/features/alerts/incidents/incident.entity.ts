import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { AlertSeverity } from '../alert-item.js';
import { EXPRESSION_MAX, RULE_NAME_MAX } from '../alert-rule.entity.js';
import type { FigureUnit } from '../rules/figures.js';

/**
 * Reasons for the end of an incident: the condition was over, its figures are no longer measured, or the rule or host
 * was changed or removed.
 */
export const endReasons = [
  'RELEASED',
  'NOT_MEASURED',
  'RULE_CHANGED',
  'RULE_SWITCHED_OFF',
  'RULE_DELETED',
  'HOST_REMOVED',
] as const;

export type EndReason = (typeof endReasons)[number];

/** Longest note of an acknowledgement, in characters. */
export const NOTE_MAX = 500;

/** One firing of a rule on a host. Copies the rule and host as they were at the beginning. */
@Entity({ tableName: 'incidents' })
@Index({ properties: ['endedAt'] })
@Index({ properties: ['startedAt'] })
@Index({ properties: ['isEndDue'] })
export class Incident {
  declare [OptionalProps]?:
    | 'trueSince'
    | 'endedAt'
    | 'endReason'
    | 'acknowledgedAt'
    | 'acknowledgedBy'
    | 'acknowledgementNote'
    | 'silencedUntil'
    | 'notifiedAt'
    | 'toldChannels'
    | 'isEndDue'
    | 'repeats'
    | 'revision';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Null once the rule is deleted. */
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

  /** The measure of the first comparison, by its name in `measures.ts`; null if it has none. */
  @Property({ type: 'string', length: 40, nullable: true })
  measure!: string | null;

  /** JSON (`ComparedFigure[]`). */
  @Property({ type: 'text' })
  comparisons!: string;

  /** When the condition became true; null for incidents of versions that did not record it. */
  @Property({ type: 'datetime', nullable: true })
  trueSince: Date | null = null;

  /** When the rule fired. */
  @Property({ type: 'datetime' })
  startedAt!: Date;

  @Property({ type: 'datetime', nullable: true })
  endedAt: Date | null = null;

  @Property({ type: 'string', length: 20, nullable: true })
  endReason: EndReason | null = null;

  @Property({ type: 'datetime', nullable: true })
  acknowledgedAt: Date | null = null;

  /** A user name. */
  @Property({ type: 'string', length: 150, default: '' })
  acknowledgedBy: string = '';

  @Property({ type: 'string', length: NOTE_MAX, default: '' })
  acknowledgementNote: string = '';

  @Property({ type: 'datetime', nullable: true })
  silencedUntil: Date | null = null;

  /** When its newest message was put into the outbox, by the steady clock; null if there was none. */
  @Property({ type: 'datetime', nullable: true })
  notifiedAt: Date | null = null;

  /**
   * Ids of the channels that were told of it, as a JSON list; null if nobody was yet, and for incidents of versions that
   * did not record it.
   */
  @Property({ type: 'text', nullable: true })
  toldChannels: string | null = null;

  /** Whether its end was silenced, and is to be told once the silence is over. */
  @Property({ type: 'boolean', default: false })
  isEndDue: boolean = false;

  /** Number of messages after the first. */
  @Property({ type: 'integer', default: 0 })
  repeats: number = 0;

  /** Counts the changes of the row. */
  @Property({ type: 'integer', default: 0 })
  revision: number = 0;
}

/** A comparison of an incident and its figures. */
export interface ComparedFigure {
  /** As in the canonical expression. */
  readonly text: string;
  readonly unit: FigureUnit;
  /** The value when the expression was last false; null if unknown. */
  readonly before: number | null;
  readonly atStart: number | null;
  /** The most extreme value since: highest for `>`, lowest for `<`. */
  readonly peak: number | null;
  /** The file system that a comparison of `disk` read at its peak; absent for other figures, and where unknown. */
  readonly fileSystem?: string;
}

/** Marks an incident as over, never before its beginning: a late sample or a clock that was put back may say so. */
export function endIncident(incident: Incident, endReason: EndReason, at: Date): void {
  incident.endedAt = at < incident.startedAt ? incident.startedAt : at;
  incident.endReason = endReason;
  incident.silencedUntil = null;
  incident.revision += 1;
}
