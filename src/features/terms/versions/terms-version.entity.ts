import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A version of the terms of use and privacy policy (contract 6). */
@Entity({ tableName: 'terms_versions' })
export class TermsVersion {
  declare [OptionalProps]?: 'isActive';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  /** Markdown as returned by `readContent`. */
  @Property({ type: 'text' })
  content!: string;

  /**
   * Later than the creation time of any earlier version, even if the clock was set back, because it determines which
   * version is shown.
   */
  @Property({ type: 'datetime' })
  @Index()
  createdAt!: Date;

  /** Set to a later time on every save, so it identifies a state of the version. */
  @Property({ type: 'datetime' })
  updatedAt!: Date;

  /** Whether the version is active; only then can it be shown. */
  @Property({ type: 'boolean', default: true })
  isActive: boolean = true;
}
