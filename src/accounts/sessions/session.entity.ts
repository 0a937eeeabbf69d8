import { OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { User } from '../users/user.entity.js';

/** How much of a browser's own description is kept, in characters. */
export const USER_AGENT_MAX_LENGTH = 300;

/** A name for a session that does not give away the one under which it is kept, of which it is the beginning. */
export function publicSessionId({ id }: Pick<Session, 'id'>): string {
  return id.slice(0, PUBLIC_ID_LENGTH);
}

/** Of 64: enough for no two sessions to share it, and far from enough to guess the rest. */
const PUBLIC_ID_LENGTH = 22;

/** A signed-in browser (contract 3). The secret itself stands in the cookie only. */
@Entity({ tableName: 'sessions' })
export class Session {
  declare [OptionalProps]?: 'address' | 'userAgent';

  /** SHA-256 of the secret in the cookie, in hexadecimal. */
  @PrimaryKey({ type: 'string', length: 64 })
  id!: string;

  @ManyToOne(() => User, { deleteRule: 'cascade' })
  @Index()
  user!: Rel<User>;

  @Property({ type: 'datetime' })
  @Index()
  createdAt!: Date;

  @Property({ type: 'datetime' })
  @Index()
  expiresAt!: Date;

  /** Where the login came from. */
  @Property({ type: 'string', length: 64, default: '' })
  address: string = '';

  /** What the browser said of itself, cut to {@link USER_AGENT_MAX_LENGTH} characters; nothing relies on it. */
  @Property({ type: 'string', length: USER_AGENT_MAX_LENGTH, default: '' })
  userAgent: string = '';
}
