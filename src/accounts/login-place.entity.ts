import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/**
 * One of the five places that a name and an address have for checks of a password that are undecided or have failed
 * (contract §3, lockout). The key lets no two attempts have the same place, however many come at once.
 */
@Entity({ tableName: 'login_places' })
export class LoginPlace {
  /** The name as compared. */
  @PrimaryKey({ type: 'text' })
  usernameKey!: string;

  /** The exact address. */
  @PrimaryKey({ type: 'string', length: 64 })
  address!: string;

  /** 0 to 4. */
  @PrimaryKey({ type: 'integer' })
  slot!: number;

  /** When the attempt took the place; once it has failed, when it failed. */
  @Property({ type: 'datetime' })
  @Index()
  since!: Date;

  @Property({ type: 'boolean', default: false })
  failed!: boolean;
}
