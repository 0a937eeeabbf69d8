import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** An account that was deleted, while records that have its name may still turn up (decision 064). */
@Entity({ tableName: 'deleted_accounts' })
export class DeletedAccount {
  /** The id that the account had. */
  @PrimaryKey({ type: 'integer', autoincrement: false })
  userId!: number;

  @Property({ type: 'string', length: 150 })
  username!: string;

  /** What stands in its records instead. */
  @Property({ type: 'string', length: 40 })
  pseudonym!: string;

  @Property({ type: 'datetime' })
  @Index()
  deletedAt!: Date;
}
