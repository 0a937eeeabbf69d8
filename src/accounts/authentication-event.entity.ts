import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** Something that happened to an account or was tried on one: a line of the audit trail (promise 30). */
@Entity({ tableName: 'authentication_events' })
export class AuthenticationEvent {
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

  /** Which way in: `form`, `admin`, `token`, `graphql`, `cli`. */
  @Property({ type: 'string', length: 20 })
  door!: string;

  /** The caller's address; empty from the command line. */
  @Property({ type: 'string', length: 64 })
  address!: string;

  /** The name as it was typed, cut to 150 characters; it need not be anybody's. */
  @Property({ type: 'string', length: 150 })
  username!: string;

  /** The account; null when the name is nobody's. It outlives the account, so it is no foreign key. */
  @Property({ type: 'integer', nullable: true })
  @Index()
  userId: number | null = null;
}
