import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/**
 * A deleted account, kept while records with its name may still appear (decision 064). The name itself is not stored: a
 * backup taken meanwhile would show it next to the pseudonym.
 */
@Entity({ tableName: 'deleted_accounts' })
export class DeletedAccount {
  @PrimaryKey({ type: 'integer', autoincrement: false })
  userId!: number;

  /**
   * Keyed hash of the name, with a key that is not in the database, while the audit trail may contain the name; null
   * afterwards.
   */
  @Property({ type: 'string', length: 64, nullable: true })
  nameHash!: string | null;

  /** Whether the name is removed from all rows that existed when the account was deleted. */
  @Property({ type: 'boolean', default: false })
  isTrailDone!: boolean;

  /** Replaces the name in its records. */
  @Property({ type: 'string', length: 40 })
  pseudonym!: string;

  @Property({ type: 'datetime' })
  @Index()
  deletedAt!: Date;
}
