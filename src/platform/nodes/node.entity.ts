import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A process that serves this database, from its start until it stops or is given up (contract 13). PostgreSQL only. */
@Entity({ tableName: 'nodes' })
export class NodeRecord {
  /** A UUID, new at each start. */
  @PrimaryKey({ type: 'string', length: 36 })
  id!: string;

  /** Vigia's version. */
  @Property({ type: 'string', length: 50 })
  version!: string;

  /** The machine's name and the address that the process listens on, for display. */
  @Property({ type: 'string', length: 255 })
  address!: string;

  /** The machine that it measures: `hosts.number`; null until that is known. */
  @Property({ type: 'integer', nullable: true })
  hostNumber: number | null = null;

  @Property({ type: 'datetime' })
  startedAt!: Date;

  /** When it was last heard of. */
  @Property({ type: 'datetime' })
  beatAt!: Date;

  /** Of its `SECRET_KEY`: see `key-fingerprint.ts`. */
  @Property({ type: 'string', length: 64 })
  keyFingerprint!: string;

  /** What it says of its own health, as JSON. */
  @Property({ type: 'text', nullable: true })
  health: string | null = null;
}
