import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** Records, in a single row, when rules were last evaluated (decision 088). */
@Entity({ tableName: 'alert_evaluations' })
export class AlertEvaluation {
  /** Always 1. */
  @PrimaryKey({ type: 'integer', autoincrement: false })
  id!: number;

  @Property({ type: 'datetime' })
  evaluatedAt!: Date;

  /** The newest outages as JSON (`Outage[]`), oldest first. */
  @Property({ type: 'text' })
  outages!: string;
}
