import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/**
 * A deleted account, kept while records with its name may still appear (decision 064). The name itself is not stored,
 * since a backup made in the meantime would reveal it next to the pseudonym.
 */
@Entity({ tableName: 'deleted_accounts' })
export class DeletedAccount {
  @PrimaryKey({ type: 'integer', autoincrement: false })
  userId!: number;

  /**
   * Hash of the name, with a key that is not in the database; null once the audit trail can no longer contain the name.
   */
  @Property({ type: 'string', length: 64, nullable: true })
  nameHash!: string | null;

  /** Whether the name has been removed from all rows that existed when the account was deleted. */
  @Property({ type: 'boolean', default: false })
  isTrailDone!: boolean;

  /** Replaces the name in the account's records. */
  @Property({ type: 'string', length: 40 })
  pseudonym!: string;

  @Property({ type: 'datetime' })
  @Index()
  deletedAt!: Date;
}
