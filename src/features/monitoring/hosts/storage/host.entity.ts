import { OptionalProps } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import type { RemoteSource } from '../source/source-kind.js';

/** A machine measured by a node that runs on it, by an agent, or by another source (contract 13, decision 103). */
@Entity({ tableName: 'hosts' })
@Unique({ properties: ['collectorId', 'resourceName'] })
export class Host {
  declare [OptionalProps]?: 'hasAgent' | 'tags' | 'clockOffsetMinutes' | 'rolledUpUntil';

  /** Assigned in the order in which machines were first seen; 1 is the service's own on SQLite. */
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

  /** When the newest sample was stored, or else when the host was added, by the database's clock. */
  @Property({ type: 'datetime' })
  lastSeenAt!: Date;

  /** The newest sample as JSON. */
  @Property({ type: 'text', nullable: true })
  newest: string | null = null;

  /** `HostFacts` as JSON, as reported by its own node or agent; null until a node of this version has reported them. */
  @Property({ type: 'text', nullable: true })
  facts: string | null = null;

  /** Retention of samples, minutes and hours in days, as set for its own node. */
  @Property({ type: 'integer' })
  samplesDays!: number;

  @Property({ type: 'integer' })
  minutesDays!: number;

  @Property({ type: 'integer' })
  hoursDays!: number;

  @Property({ type: 'integer' })
  intervalMs!: number;

  /** The interval if staff have chosen it; null if it follows the service's. */
  @Property({ type: 'integer', nullable: true })
  chosenIntervalMs: number | null = null;

  /**
   * The node that stores its samples. Another node of the same machine may take over if this one has not stored any for
   * a while. For a host with an agent, this is the node the agent is connected to.
   */
  @Property({ type: 'string', length: 36, nullable: true })
  storedBy: string | null = null;

  /**
   * Whether it is not a node's own machine: an agent measures it, or the source below. Most of the columns below are
   * only used for such hosts.
   */
  @Property({ type: 'boolean', default: false })
  hasAgent = false;

  /** The source of its figures; null for a node's own machine, and for one with an agent. */
  @Property({ type: 'string', length: 20, nullable: true })
  source: RemoteSource | null = null;

  /** Tags as a JSON list. */
  @Property({ type: 'text', default: '[]' })
  tags = '[]';

  /**
   * SHA-256 of the token that its figures come with, in hexadecimal; null once the host is retired. For a host that is
   * read, or that belongs to a collector, it is the hash of a token that nobody has: replacing it makes figures
   * invalid that are still on their way.
   */
  @Property({ type: 'string', length: 64, nullable: true, unique: true })
  tokenHash: string | null = null;

  /** UUID of the agent process that is or was last connected. */
  @Property({ type: 'string', length: 36, nullable: true })
  agentInstance: string | null = null;

  /** Version of the agent, or of the exporter. */
  @Property({ type: 'string', length: 50, nullable: true })
  agentVersion: string | null = null;

  /** Positive if the agent's clock is ahead of the service's. */
  @Property({ type: 'integer', nullable: true })
  clockSkewMs: number | null = null;

  /** Correction added to the agent's times, in whole minutes so that its minutes stay whole. */
  @Property({ type: 'integer', default: 0 })
  clockOffsetMinutes = 0;

  /**
   * End of the part of its history that has been rolled up into minutes and hours, in minutes since 1970. Used for all
   * hosts.
   */
  @Property({ type: 'integer', default: 0 })
  rolledUpUntil = 0;

  /** When measuring ended; the history is kept until it expires. */
  @Property({ type: 'datetime', nullable: true })
  retiredAt: Date | null = null;

  /** `ScrapeTarget` as JSON, for a host that the service reads. */
  @Property({ type: 'text', nullable: true })
  scrape: string | null = null;

  /** `ScrapeSecrets` as JSON, encrypted with the secret key. */
  @Property({ type: 'text', nullable: true })
  scrapeSecrets: string | null = null;

  /** `HostProblem` as JSON; null while all is well. */
  @Property({ type: 'text', nullable: true })
  problem: string | null = null;

  /** The collector that sends its figures, and the name of its resource there. */
  @Property({ type: 'string', length: 36, nullable: true })
  collectorId: string | null = null;

  @Property({ type: 'string', length: 255, nullable: true })
  resourceName: string | null = null;

  /** Names of metrics that it sends and that Vigia has no use for, as a JSON list; null without any. */
  @Property({ type: 'text', nullable: true })
  unknownMetrics: string | null = null;
}
