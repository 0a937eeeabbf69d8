import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A challenge that a passkey has answered, kept until it expires to prevent it from being answered again. */
@Entity({ tableName: 'used_challenges' })
export class UsedChallenge {
  /** SHA-256 of the challenge, in hexadecimal. */
  @PrimaryKey({ type: 'string', length: 64 })
  id!: string;

  /** Expiry of the challenge, in steady time. */
  @Property({ type: 'datetime' })
  @Index()
  endsAt!: Date;
}
