import { OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, OneToOne, Property } from '@mikro-orm/decorators/legacy';
import { User } from '../users/user.entity.js';

/** The authenticator app of an account (contract 14), and the one being set up, if any. */
@Entity({ tableName: 'totp_devices' })
export class TotpDevice {
  declare [OptionalProps]?: 'secret' | 'lastStep' | 'pendingSecret' | 'pendingSince';

  @OneToOne(() => User, { primary: true, owner: true, deleteRule: 'cascade' })
  user!: Rel<User>;

  /** Encrypted (`SecretBox`), in base32; null until the first setup is complete. */
  @Property({ type: 'string', length: 200, nullable: true })
  secret: string | null = null;

  /** Time step of the last used code. Codes of this or an earlier step are rejected. */
  @Property({ type: 'integer', default: 0 })
  lastStep: number = 0;

  /** Like `secret`. Replaces it once one of its codes has been entered. */
  @Property({ type: 'string', length: 200, nullable: true })
  pendingSecret: string | null = null;

  @Property({ type: 'datetime', nullable: true })
  pendingSince: Date | null = null;
}
