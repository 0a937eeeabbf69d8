import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A challenge that a passkey has answered, kept until its expiry to prevent a second answer. */
@Entity({ tableName: 'used_challenges' })
export class UsedChallenge {
  /** SHA-256 of the challenge, in hexadecimal. */
  @PrimaryKey({ type: 'string', length: 64 })
  id!: string;

  /** Steady time. */
  @Property({ type: 'datetime' })
  @Index()
  endsAt!: Date;
}
