import type { Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { User } from './user.entity.js';

/** A signed-in browser (specification §3.2). The secret itself stands in the cookie only. */
@Entity({ tableName: 'sessions' })
export class Session {
  /** SHA-256 of the secret in the cookie, in hexadecimal. */
  @PrimaryKey({ type: 'string', length: 64 })
  id!: string;

  @ManyToOne(() => User, { deleteRule: 'cascade' })
  @Index()
  user!: Rel<User>;

  @Property({ type: 'datetime' })
  createdAt!: Date;

  @Property({ type: 'datetime' })
  @Index()
  expiresAt!: Date;
}
