import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A version of the terms of use and privacy policy (contract 6). */
@Entity({ tableName: 'terms_versions' })
export class TermsVersion {
  declare [OptionalProps]?: 'isActive';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Markdown, in the form of `readContent`. */
  @Property({ type: 'text' })
  content!: string;

  /** Never before that of an older version, whatever the wall clock says: the newest is the one shown. */
  @Property({ type: 'datetime' })
  @Index()
  createdAt!: Date;

  /** Set on every save, and later each time, so that two states of a version never share it. */
  @Property({ type: 'datetime' })
  updatedAt!: Date;

  /** Only an active version can be shown. */
  @Property({ type: 'boolean', default: true })
  isActive: boolean = true;
}
