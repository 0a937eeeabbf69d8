import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** Until when rules were evaluated, in one row (decision 088). */
@Entity({ tableName: 'alert_evaluations' })
export class AlertEvaluation {
  /** 1. */
  @PrimaryKey({ type: 'integer', autoincrement: false })
  id!: number;

  @Property({ type: 'datetime' })
  evaluatedAt!: Date;

  /** The newest outages as JSON (`Outage[]`), oldest first. */
  @Property({ type: 'text' })
  outages!: string;
}
