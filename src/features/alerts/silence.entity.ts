import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** Maximum length of a silence's reason, in characters. */
export const REASON_MAX = 500;

/** A period without messages about a rule, a host, hosts with a tag, or a rule on any of these. */
@Entity({ tableName: 'silences' })
@Index({ properties: ['untilAt'] })
export class Silence {
  declare [OptionalProps]?: 'tag' | 'endedAt' | 'endedBy';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Null for all rules. */
  @Property({ type: 'integer', nullable: true })
  ruleId!: number | null;

  /** Null unless the silence is limited to one host. */
  @Property({ type: 'integer', nullable: true })
  hostNumber!: number | null;

  /** Limits the silence to hosts with this tag; null if {@link hostNumber} determines the hosts. */
  @Property({ type: 'string', length: 64, nullable: true })
  tag: string | null = null;

  @Property({ type: 'string', length: REASON_MAX })
  reason!: string;

  @Property({ type: 'datetime' })
  fromAt!: Date;

  @Property({ type: 'datetime' })
  untilAt!: Date;

  /** The user name. */
  @Property({ type: 'string', length: 150 })
  createdBy!: string;

  /** When staff ended the silence early; otherwise null. */
  @Property({ type: 'datetime', nullable: true })
  endedAt: Date | null = null;

  @Property({ type: 'string', length: 150, default: '' })
  endedBy: string = '';
}
