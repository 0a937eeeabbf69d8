import { OptionalProps } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A sender of OpenTelemetry metrics with one token for many machines, each of which becomes a host (decision 103). */
@Entity({ tableName: 'collectors' })
export class Collector {
  declare [OptionalProps]?: 'tags';

  /** A UUID. */
  @PrimaryKey({ type: 'string', length: 36 })
  id!: string;

  @Property({ type: 'string', length: 255 })
  name!: string;

  /** SHA-256 of its token, in hexadecimal; null once it is retired. */
  @Property({ type: 'string', length: 64, nullable: true, unique: true })
  tokenHash: string | null = null;

  /** Tags of the hosts it adds, as a JSON list. */
  @Property({ type: 'text', default: '[]' })
  tags = '[]';

  @Property({ type: 'datetime' })
  createdAt!: Date;

  @Property({ type: 'datetime', nullable: true })
  retiredAt: Date | null = null;
}
