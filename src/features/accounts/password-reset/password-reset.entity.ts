import type { Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { User } from '../users/user.entity.js';

/** A mailed link with which an account's owner can set its password (contract 14). */
@Entity({ tableName: 'password_resets' })
@Index({ properties: ['expiresAt'] })
export class PasswordReset {
  /** SHA-256 of the token in the link, in hexadecimal. */
  @PrimaryKey({ type: 'string', length: 64 })
  tokenHash!: string;

  @ManyToOne(() => User, { deleteRule: 'cascade' })
  @Index()
  user!: Rel<User>;

  /** Version when the mail was written. A change that ends the account's tokens also ends the link. */
  @Property({ type: 'integer' })
  tokenVersion!: number;

  /** `recipientKey` of the mail's address. The link becomes void if the account's address changes. */
  @Property({ type: 'string', length: 43 })
  recipient!: string;

  @Property({ type: 'datetime' })
  expiresAt!: Date;
}
