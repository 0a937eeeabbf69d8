import type { Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { TermsVersion } from './versions/terms-version.entity.js';

/** A record that a user has been shown a version of the terms. */
@Entity({ tableName: 'terms_seen' })
export class TermsSeen {
  /** Not a foreign key, because the record outlives the account. */
  @PrimaryKey({ type: 'integer' })
  userId!: number;

  @ManyToOne(() => TermsVersion, { primary: true, deleteRule: 'cascade' })
  @Index()
  version!: Rel<TermsVersion>;

  /** Time when the user first saw it. */
  @Property({ type: 'datetime' })
  seenAt!: Date;
}
