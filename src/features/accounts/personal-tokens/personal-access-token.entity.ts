import type { Rel } from '@mikro-orm/core';
import { OptionalProps } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { TokenScope } from '../../../shared/identity/token-scope.js';
import { User } from '../users/user.entity.js';

/** Maximum length of a token's name, in characters. */
export const TOKEN_NAME_MAX_LENGTH = 80;

/** A personal access token for a program (contract 14). The token itself is not stored. */
@Entity({ tableName: 'personal_access_tokens' })
export class PersonalAccessToken {
  declare [OptionalProps]?: 'lastUsedOn' | 'lastUsedAddress';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  @ManyToOne(() => User, { deleteRule: 'cascade' })
  @Index()
  user!: Rel<User>;

  @Property({ type: 'string', length: TOKEN_NAME_MAX_LENGTH })
  name!: string;

  /** Scopes separated by spaces: see {@link parseScopes}. */
  @Property({ type: 'string', length: 100 })
  scopes!: string;

  /** SHA-256 of the token, in hexadecimal. */
  @Property({ type: 'string', length: 64, unique: true })
  tokenHash!: string;

  @Property({ type: 'datetime' })
  createdAt!: Date;

  @Property({ type: 'datetime' })
  @Index()
  expiresAt!: Date;

  /** Day of the last use in UTC, e.g. `2026-05-04`. */
  @Property({ type: 'string', length: 10, nullable: true })
  lastUsedOn: string | null = null;

  /** IP address of the last recorded use. */
  @Property({ type: 'string', length: 64, default: '' })
  lastUsedAddress: string = '';
}

export function parseScopes({ scopes }: Pick<PersonalAccessToken, 'scopes'>): TokenScope[] {
  return scopes.split(' ') as TokenScope[];
}
