import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A challenge that a passkey has answered, kept until it would have ended: none is answered twice. */
@Entity({ tableName: 'used_challenges' })
export class UsedChallenge {
  /** SHA-256 of the challenge, in hexadecimal. */
  @PrimaryKey({ type: 'string', length: 64 })
  id!: string;

  /** By the steady time. */
  @Property({ type: 'datetime' })
  @Index()
  endsAt!: Date;
}
