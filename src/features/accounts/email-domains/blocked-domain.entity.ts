import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A domain that staff have added to the blocklist. */
@Entity({ tableName: 'blocked_domains' })
export class BlockedDomain {
  /** The domain as returned by `canonicalDomain`: lower case, punycode. */
  @PrimaryKey({ type: 'string', length: 253 })
  domain!: string;

  @Property({ type: 'datetime' })
  addedAt!: Date;

  /**
   * Username of the staff member who added it, or a pseudonym if that account was deleted; empty from the command line.
   */
  @Property({ type: 'string', length: 150 })
  addedBy!: string;
}
