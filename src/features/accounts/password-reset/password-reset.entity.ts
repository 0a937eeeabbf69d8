import type { Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { User } from '../users/user.entity.js';

/** A link in a mail by which the owner of an account can set its password (contract 14). */
@Entity({ tableName: 'password_resets' })
@Index({ properties: ['expiresAt'] })
export class PasswordReset {
  /** SHA-256 of the token in the link, in hexadecimal. */
  @PrimaryKey({ type: 'string', length: 64 })
  tokenHash!: string;

  @ManyToOne(() => User, { deleteRule: 'cascade' })
  @Index()
  user!: Rel<User>;

  /** The account's when the mail was written: whatever ends its tokens since ends the link too. */
  @Property({ type: 'integer' })
  tokenVersion!: number;

  /** The `recipientKey` of the address that the mail went to: once the account has another, the link is void. */
  @Property({ type: 'string', length: 43 })
  recipient!: string;

  @Property({ type: 'datetime' })
  expiresAt!: Date;
}
