import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/**
 * A process that serves this database, from its start until it stops or is considered dead (contract 13). PostgreSQL
 * only.
 */
@Entity({ tableName: 'nodes' })
export class NodeRecord {
  /** UUID, regenerated at each start. */
  @PrimaryKey({ type: 'string', length: 36 })
  id!: string;

  /** Vigia's version. */
  @Property({ type: 'string', length: 50 })
  version!: string;

  /** Machine name and listening address, for display. */
  @Property({ type: 'string', length: 255 })
  address!: string;

  /** `hosts.number` of the machine that the process measures; null until known. */
  @Property({ type: 'integer', nullable: true })
  hostNumber: number | null = null;

  @Property({ type: 'datetime' })
  startedAt!: Date;

  @Property({ type: 'datetime' })
  beatAt!: Date;

  /** Fingerprint of the process's `SECRET_KEY`: see `key-fingerprint.ts`. */
  @Property({ type: 'string', length: 64 })
  keyFingerprint!: string;

  /** The process's own health report, as JSON. */
  @Property({ type: 'text', nullable: true })
  health: string | null = null;
}
