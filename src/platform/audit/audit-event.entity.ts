import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A row of the audit trail (promise 30): a change to an account, an attempt at one, or a change made by staff. */
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

  /** The action: `login`, `logout`, `register` and so on. */
  @Property({ type: 'string', length: 30 })
  event!: string;

  /** The outcome: `success`, `failure`, `locked_out`. */
  @Property({ type: 'string', length: 20 })
  result!: string;

  /** The login method: `form`, `admin`, `token`, `graphql`, `cli`. */
  @Property({ type: 'string', length: 20 })
  door!: string;

  /** The caller's IP address; empty for the command line. */
  @Property({ type: 'string', length: 64 })
  address!: string;

  /** The name as typed, cut to 150 characters, even if no account has it. Empty for events without an account. */
  @Property({ type: 'string', length: 150 })
  username!: string;

  /** The name's search key: see `auditKey`. */
  @Property({ type: 'string', length: 150, default: '' })
  usernameKey: string = '';

  /** The account's id; null if no account has the name. Not a foreign key, because the row outlives the account. */
  @Property({ type: 'integer', nullable: true })
  userId: number | null = null;

  /** The user who acted on another account or a setting; empty if the account acted itself. */
  @Property({ type: 'string', length: 150, default: '' })
  actor: string = '';

  /** Search key of the actor's name, like {@link usernameKey}. */
  @Property({ type: 'string', length: 150, default: '' })
  actorKey: string = '';

  @Property({ type: 'integer', nullable: true })
  actorId: number | null = null;

  /** The previous value as JSON; null if there was none or it is secret. */
  @Property({ type: 'text', nullable: true })
  before: string | null = null;

  /** The new value as JSON; null if there is none or it is secret. */
  @Property({ type: 'text', nullable: true })
  after: string | null = null;
}
