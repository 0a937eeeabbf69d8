import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

export const alertStates = ['OK', 'PENDING', 'FIRING', 'UNKNOWN'] as const;

export type AlertStateName = (typeof alertStates)[number];

/** The state of a rule on a host, stored so that another process can continue from it (promise 46). */
@Entity({ tableName: 'alert_states' })
export class AlertState {
  @PrimaryKey({ type: 'integer' })
  ruleId!: number;

  /** `hosts.number`; 1 if there is only one host. */
  @PrimaryKey({ type: 'integer' })
  hostNumber!: number;

  @Property({ type: 'string', length: 10 })
  state!: AlertStateName;

  @Property({ type: 'datetime' })
  since!: Date;

  /** The saved evaluation state as JSON (`SavedState`). */
  @Property({ type: 'text' })
  memory!: string;

  /** The open incident; null if there is none. */
  @Property({ type: 'integer', nullable: true })
  incidentId: number | null = null;

  /** Number of transitions. A process that knows of fewer has been overtaken by another one. */
  @Property({ type: 'integer' })
  transitions!: number;
}
