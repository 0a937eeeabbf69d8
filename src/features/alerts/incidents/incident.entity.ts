import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { AlertSeverity } from '../alert-item.js';
import { EXPRESSION_MAX, RULE_NAME_MAX } from '../alert-rule.entity.js';
import type { FigureUnit } from '../rules/figures.js';

/**
 * Reasons why an incident ended: the condition was over, its values are no longer measured, or the rule or host was
 * changed or removed.
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

/** Maximum length of an acknowledgement's note, in characters. */
export const NOTE_MAX = 500;

/** One firing of a rule on a host. Copies the rule and the host as they were at the beginning. */
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

  /** Null once the rule has been deleted. */
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

  /** The measure of the first comparison, as named in `measures.ts`; null if it has none. */
  @Property({ type: 'string', length: 40, nullable: true })
  measure!: string | null;

  /** The comparisons and their values as JSON (`ComparedFigure[]`). */
  @Property({ type: 'text' })
  comparisons!: string;

  /** When the condition became true; null for incidents from versions that did not record it. */
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

  /** The user name; empty if the incident is not acknowledged. */
  @Property({ type: 'string', length: 150, default: '' })
  acknowledgedBy: string = '';

  @Property({ type: 'string', length: NOTE_MAX, default: '' })
  acknowledgementNote: string = '';

  @Property({ type: 'datetime', nullable: true })
  silencedUntil: Date | null = null;

  /** When its newest message was put into the outbox, by the steady clock; null if there has been none. */
  @Property({ type: 'datetime', nullable: true })
  notifiedAt: Date | null = null;

  /**
   * Ids of the channels that were notified of it, as a JSON list; null if none has been notified yet, or the incident
   * is from a version that did not record this.
   */
  @Property({ type: 'text', nullable: true })
  toldChannels: string | null = null;

  /** Whether its end was silenced and must be reported once the silence is over. */
  @Property({ type: 'boolean', default: false })
  isEndDue: boolean = false;

  /** Number of messages after the first. */
  @Property({ type: 'integer', default: 0 })
  repeats: number = 0;

  /** Incremented with each change to the row. */
  @Property({ type: 'integer', default: 0 })
  revision: number = 0;
}

/** A comparison of an incident, and its values. */
export interface ComparedFigure {
  /** The comparison as written in the canonical expression. */
  readonly text: string;
  readonly unit: FigureUnit;
  /** The value when the expression was last false; null if unknown. */
  readonly before: number | null;
  readonly atStart: number | null;
  /** The most extreme value since the rule fired: the highest for `>`, the lowest for `<`. */
  readonly peak: number | null;
  /** The file system that a comparison of `disk` read at its peak; absent if unknown or the figure is not `disk`. */
  readonly fileSystem?: string;
}

/**
 * Marks an incident as over, but never before its beginning, since a late sample or a clock that was set back may give
 * an earlier time.
 */
export function endIncident(incident: Incident, endReason: EndReason, at: Date): void {
  incident.endedAt = at < incident.startedAt ? incident.startedAt : at;
  incident.endReason = endReason;
  incident.silencedUntil = null;
  incident.revision += 1;
}
