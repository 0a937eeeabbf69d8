import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** The longest reason of a silence, in characters. */
export const REASON_MAX = 500;

/** A time in which no messages are sent about a rule, a host, or a rule on a host. */
@Entity({ tableName: 'silences' })
@Index({ properties: ['untilAt'] })
export class Silence {
  declare [OptionalProps]?: 'tag' | 'endedAt' | 'endedBy';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Null for every rule. */
  @Property({ type: 'integer', nullable: true })
  ruleId!: number | null;

  /** Null for every host. */
  @Property({ type: 'integer', nullable: true })
  hostNumber!: number | null;

  /** The hosts with this tag; null for those that {@link hostNumber} says. */
  @Property({ type: 'string', length: 64, nullable: true })
  tag: string | null = null;

  @Property({ type: 'string', length: REASON_MAX })
  reason!: string;

  @Property({ type: 'datetime' })
  fromAt!: Date;

  @Property({ type: 'datetime' })
  untilAt!: Date;

  /** The user name of who has made it. */
  @Property({ type: 'string', length: 150 })
  createdBy!: string;

  /** When staff ended it before its time. */
  @Property({ type: 'datetime', nullable: true })
  endedAt: Date | null = null;

  @Property({ type: 'string', length: 150, default: '' })
  endedBy: string = '';
}
