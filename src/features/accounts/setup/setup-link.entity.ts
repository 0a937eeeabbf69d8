import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

export const SETUP_LINK_ID = 1;

/**
 * The link with which the first staff account is created. The table has one row, or none: another link replaces it, and
 * using it deletes it.
 */
@Entity({ tableName: 'setup_link' })
export class SetupLink {
  @PrimaryKey({ type: 'integer', autoincrement: false })
  id!: number;

  /** SHA-256 in hexadecimal of the token in the link or, once opened, of the secret in the browser's cookie. */
  @Property({ type: 'string', length: 64 })
  tokenHash!: string;

  @Property({ type: 'datetime' })
  expiresAt!: Date;
}
