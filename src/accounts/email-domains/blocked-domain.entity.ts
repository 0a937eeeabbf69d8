import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A domain that the staff have added to those of disposable mail. */
@Entity({ tableName: 'blocked_domains' })
export class BlockedDomain {
  /** As `canonicalDomain` writes it: small letters, punycode. */
  @PrimaryKey({ type: 'string', length: 253 })
  domain!: string;

  @Property({ type: 'datetime' })
  addedAt!: Date;

  /** The name of who added it, which outlives the account; empty from the command line. */
  @Property({ type: 'string', length: 150 })
  addedBy!: string;
}
