import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A machine that is measured (contract 13). PostgreSQL only. */
@Entity({ tableName: 'hosts' })
export class Host {
  /** The order in which the machines were first seen. */
  @PrimaryKey({ type: 'integer', autoincrement: false })
  number!: number;

  /** A UUID that the machine keeps. */
  @Property({ type: 'string', length: 36, unique: true })
  id!: string;

  @Property({ type: 'string', length: 255 })
  name!: string;

  @Property({ type: 'datetime' })
  firstSeenAt!: Date;

  /** When its newest sample was stored, by the clock of the database. */
  @Property({ type: 'datetime' })
  lastSeenAt!: Date;

  /** Its newest sample, as JSON. */
  @Property({ type: 'text', nullable: true })
  newest: string | null = null;

  /** Who it is, as its own node found it (`HostFacts`), as JSON; null until a node of this version has said so. */
  @Property({ type: 'text', nullable: true })
  facts: string | null = null;

  /** For how many days its samples, minutes and hours are kept: as its own node was told. */
  @Property({ type: 'integer' })
  samplesDays!: number;

  @Property({ type: 'integer' })
  minutesDays!: number;

  @Property({ type: 'integer' })
  hoursDays!: number;

  /** The time between two of its samples. */
  @Property({ type: 'integer' })
  intervalMs!: number;

  /** The node that stores its samples; another of the same machine may do so when this one has stored none for a while. */
  @Property({ type: 'string', length: 36, nullable: true })
  storedBy: string | null = null;
}
