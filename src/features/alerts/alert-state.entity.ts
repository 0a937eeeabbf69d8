import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** The states of a rule on a host. */
export const alertStates = ['OK', 'PENDING', 'FIRING', 'UNKNOWN'] as const;

/** See {@link alertStates}. */
export type AlertStateName = (typeof alertStates)[number];

/** How a rule stands on a host, so that another process can go on from there (promise 46). */
@Entity({ tableName: 'alert_states' })
export class AlertState {
  @PrimaryKey({ type: 'integer' })
  ruleId!: number;

  /** `hosts.number`; 1 for the only host. */
  @PrimaryKey({ type: 'integer' })
  hostNumber!: number;

  @Property({ type: 'string', length: 10 })
  state!: AlertStateName;

  /** Since when it is in this state. */
  @Property({ type: 'datetime' })
  since!: Date;

  /** What the evaluation goes on from, as JSON (`SavedState`). */
  @Property({ type: 'text' })
  memory!: string;

  /** The incident that is open; null unless it fires. */
  @Property({ type: 'integer', nullable: true })
  incidentId: number | null = null;

  /** Counts the transitions: who knows of fewer has been overtaken by another process. */
  @Property({ type: 'integer' })
  transitions!: number;
}
