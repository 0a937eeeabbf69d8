import { OptionalProps } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A measured machine: by a node that runs on it, or by an agent (contract 13). */
@Entity({ tableName: 'hosts' })
export class Host {
  declare [OptionalProps]?: 'hasAgent' | 'tags' | 'clockOffsetMinutes' | 'rolledUpUntil';

  /** Numbered in the order in which machines were first seen; 1 is the service's own on SQLite. */
  @PrimaryKey({ type: 'integer', autoincrement: false })
  number!: number;

  /** A UUID that is stable for the machine. */
  @Property({ type: 'string', length: 36, unique: true })
  id!: string;

  /** Display name; initially the host name. */
  @Property({ type: 'string', length: 255 })
  name!: string;

  @Property({ type: 'datetime' })
  firstSeenAt!: Date;

  /** Time at which the newest sample was stored or the host was added, by the database clock. */
  @Property({ type: 'datetime' })
  lastSeenAt!: Date;

  /** JSON. */
  @Property({ type: 'text', nullable: true })
  newest: string | null = null;

  /** `HostFacts` as JSON, as found by its own node; null until a node of this version has reported them. */
  @Property({ type: 'text', nullable: true })
  facts: string | null = null;

  /** Retention of samples, minutes and hours in days, from the settings of its own node. */
  @Property({ type: 'integer' })
  samplesDays!: number;

  @Property({ type: 'integer' })
  minutesDays!: number;

  @Property({ type: 'integer' })
  hoursDays!: number;

  @Property({ type: 'integer' })
  intervalMs!: number;

  /** The same if staff have chosen it; null while it follows the service's. */
  @Property({ type: 'integer', nullable: true })
  chosenIntervalMs: number | null = null;

  /**
   * The node that stores its samples; another node of the same machine may take over when this one has stored none for
   * a while. For a host with an agent, the node that the agent is connected to.
   */
  @Property({ type: 'string', length: 36, nullable: true })
  storedBy: string | null = null;

  /** Whether it is measured by an agent. Most of the columns below are only used for such hosts. */
  @Property({ type: 'boolean', default: false })
  hasAgent = false;

  /** JSON list. */
  @Property({ type: 'text', default: '[]' })
  tags = '[]';

  /** SHA-256 of the agent's token, in hexadecimal; null once the host is retired. */
  @Property({ type: 'string', length: 64, nullable: true, unique: true })
  tokenHash: string | null = null;

  /** UUID of the agent process that is connected, or was last. */
  @Property({ type: 'string', length: 36, nullable: true })
  agentInstance: string | null = null;

  @Property({ type: 'string', length: 50, nullable: true })
  agentVersion: string | null = null;

  /** Positive if the agent's clock is ahead of the service's. */
  @Property({ type: 'integer', nullable: true })
  clockSkewMs: number | null = null;

  /** Correction added to the agent's times. In whole minutes, so that its minutes stay whole. */
  @Property({ type: 'integer', default: 0 })
  clockOffsetMinutes = 0;

  /** End of the samples already summed up in minutes and hours, in minutes since 1970; of any host. */
  @Property({ type: 'integer', default: 0 })
  rolledUpUntil = 0;

  /** End of measuring; the history stays until it expires. */
  @Property({ type: 'datetime', nullable: true })
  retiredAt: Date | null = null;
}
