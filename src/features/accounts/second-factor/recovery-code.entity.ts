import { PrimaryKeyProp, type Rel } from '@mikro-orm/core';
import { Entity, ManyToOne, PrimaryKey } from '@mikro-orm/decorators/legacy';
import { User } from '../users/user.entity.js';

/** A code for users who have lost their second factor (contract 14). Deleted when used. */
@Entity({ tableName: 'recovery_codes' })
export class RecoveryCode {
  declare [PrimaryKeyProp]?: ['user', 'codeHash'];

  @ManyToOne(() => User, { primary: true, deleteRule: 'cascade' })
  user!: Rel<User>;

  /** SHA-256 of the code together with its owner's id, in hexadecimal. */
  @PrimaryKey({ type: 'string', length: 64 })
  codeHash!: string;
}
