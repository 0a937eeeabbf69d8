import { OptionalProps } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A machine that is measured: by a node that runs on it, or by an agent (contract 13). */
@Entity({ tableName: 'hosts' })
export class Host {
  declare [OptionalProps]?: 'hasAgent' | 'tags' | 'clockOffsetMinutes' | 'rolledUpUntil';

  /** The order in which the machines were first seen; 1 is the service's own on SQLite. */
  @PrimaryKey({ type: 'integer', autoincrement: false })
  number!: number;

  /** A UUID that the machine keeps. */
  @Property({ type: 'string', length: 36, unique: true })
  id!: string;

  /** What people call it; at first its host name. */
  @Property({ type: 'string', length: 255 })
  name!: string;

  @Property({ type: 'datetime' })
  firstSeenAt!: Date;

  /** When its newest sample was stored, or it was added, by the clock of the database. */
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

  /**
   * The node that stores its samples; another of the same machine may do so when this one has stored none for a while. Of
   * a host with an agent, the node that the agent is connected to.
   */
  @Property({ type: 'string', length: 36, nullable: true })
  storedBy: string | null = null;

  /** Whether it is measured by an agent. The columns below are of such hosts, but for the tags. */
  @Property({ type: 'boolean', default: false })
  hasAgent = false;

  /** A JSON list. */
  @Property({ type: 'text', default: '[]' })
  tags = '[]';

  /** The SHA-256 of the agent's token, in hexadecimal; null once the host is retired. */
  @Property({ type: 'string', length: 64, nullable: true, unique: true })
  tokenHash: string | null = null;

  /** The UUID of the agent's process that is connected or was last. */
  @Property({ type: 'string', length: 36, nullable: true })
  agentInstance: string | null = null;

  /** The version of Vigia that the agent is of. */
  @Property({ type: 'string', length: 50, nullable: true })
  agentVersion: string | null = null;

  /** By how much the agent's clock is ahead of the service's. */
  @Property({ type: 'integer', nullable: true })
  clockSkewMs: number | null = null;

  /** What is added to the agent's times, so that its minutes are in their place and still whole. */
  @Property({ type: 'integer', default: 0 })
  clockOffsetMinutes = 0;

  /** Up to when its samples are summed up in minutes and hours, in minutes since 1970. */
  @Property({ type: 'integer', default: 0 })
  rolledUpUntil = 0;

  /** Since when it is no longer measured; its history stays until it is too old. */
  @Property({ type: 'datetime', nullable: true })
  retiredAt: Date | null = null;
}
