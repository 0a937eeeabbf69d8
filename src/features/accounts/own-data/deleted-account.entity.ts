import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/**
 * An account that was deleted, while records that have its name may still turn up (decision 064). The name itself is not
 * here: a backup made meanwhile would have it beside the pseudonym.
 */
@Entity({ tableName: 'deleted_accounts' })
export class DeletedAccount {
  /** The id that the account had. */
  @PrimaryKey({ type: 'integer', autoincrement: false })
  userId!: number;

  /** The name under a key that the database does not have, as long as the audit trail may hold it; null afterwards. */
  @Property({ type: 'string', length: 64, nullable: true })
  nameHash!: string | null;

  /** Whether the name is out of all rows that there were when the account was deleted. */
  @Property({ type: 'boolean', default: false })
  isTrailDone!: boolean;

  /** What stands in its records instead. */
  @Property({ type: 'string', length: 40 })
  pseudonym!: string;

  @Property({ type: 'datetime' })
  @Index()
  deletedAt!: Date;
}
