import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/**
 * Something that happened to an account, was tried on one, or was changed by the staff: a line of the audit trail
 * (promise 30).
 */
@Entity({ tableName: 'authentication_events' })
@Index({ properties: ['usernameKey', 'at'] })
@Index({ properties: ['actorKey', 'at'], where: "actor_key <> ''" })
@Index({ properties: ['address', 'at'] })
@Index({ properties: ['event', 'at'] })
@Index({ properties: ['result', 'at'], where: "result <> 'success'" })
@Index({ properties: ['door', 'at'] })
@Index({ properties: ['usernameKey', 'result', 'at'], where: "result <> 'success'" })
@Index({ properties: ['address', 'result', 'at'], where: "result <> 'success'" })
@Index({ properties: ['event', 'result', 'at'], where: "result <> 'success'" })
export class AuthenticationEvent {
  declare [OptionalProps]?: 'usernameKey' | 'actor' | 'actorKey' | 'actorId' | 'before' | 'after';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  @Property({ type: 'datetime' })
  @Index()
  at!: Date;

  /** What was done: `login`, `logout`, `register` and so on. */
  @Property({ type: 'string', length: 30 })
  event!: string;

  /** How it ended: `success`, `failure`, `locked_out`. */
  @Property({ type: 'string', length: 20 })
  result!: string;

  /** The login method: `form`, `admin`, `token`, `graphql`, `cli`. */
  @Property({ type: 'string', length: 20 })
  door!: string;

  /** The caller's address; empty from the command line. */
  @Property({ type: 'string', length: 64 })
  address!: string;

  /**
   * The name as it was typed, cut to 150 characters; no account need have it. Empty for what concerns no account.
   */
  @Property({ type: 'string', length: 150 })
  username!: string;

  /** The key by which the name is searched: see `auditKey`. */
  @Property({ type: 'string', length: 150, default: '' })
  usernameKey: string = '';

  /** The id of the account; null when no account has the name. It outlives the account, so it is no foreign key. */
  @Property({ type: 'integer', nullable: true })
  userId: number | null = null;

  /** Who did it, where it was done to another account or to a setting; empty where that is the account itself. */
  @Property({ type: 'string', length: 150, default: '' })
  actor: string = '';

  /** As {@link usernameKey}. */
  @Property({ type: 'string', length: 150, default: '' })
  actorKey: string = '';

  @Property({ type: 'integer', nullable: true })
  actorId: number | null = null;

  /** What was there before, as JSON; null where nothing was, or where it is a secret. */
  @Property({ type: 'text', nullable: true })
  before: string | null = null;

  /** What has been there since, as JSON. */
  @Property({ type: 'text', nullable: true })
  after: string | null = null;
}
