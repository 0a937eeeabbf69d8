import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { type TokenScope, tokenScopes } from '../../../shared/identity/token-scope.js';
import { type PersonalAccessToken, scopesOf } from './personal-access-token.entity.js';
import type { NewPersonalToken } from './personal-tokens.js';

/** See {@link tokenScopes}. */
export const TokenScopeType = Object.fromEntries(tokenScopes.map((scope) => [scope, scope])) as {
  readonly [Scope in TokenScope]: Scope;
};
registerEnumType(TokenScopeType, {
  name: 'TokenScope',
  description: 'What a personal access token may be used for. More may come.',
  valuesConfig: {
    READ: { description: 'Metrics, history, hosts and incidents, and `/metrics`.' },
    CONVERT: { description: 'Number bases and logic.' },
    STAFF_READ: { description: 'What staff may read, while the user of the token is staff. Nothing that they change.' },
  },
});

@ObjectType('PersonalAccessToken', { description: 'A token that a user has made for a program.' })
export class PersonalAccessTokenType {
  @Field(() => ID)
  id!: string;

  @Field(() => String)
  name!: string;

  @Field(() => [TokenScopeType])
  scopes!: readonly TokenScope[];

  @Field(() => String, { description: 'ISO 8601, UTC.' })
  createdAt!: string;

  @Field(() => String, { description: 'From then on it is refused. ISO 8601, UTC.' })
  expiresAt!: string;

  @Field(() => String, { nullable: true, description: 'The day of the last use in UTC, as 2026-05-04.' })
  lastUsedOn!: string | null;

  @Field(() => String, { nullable: true, description: 'The IP address that it was used from.' })
  lastUsedAddress!: string | null;
}

@ObjectType('NewPersonalAccessToken', { description: 'A token that has just been made.' })
export class NewPersonalAccessTokenType {
  @Field(() => String, { description: 'The token itself, shown this once: only its hash is stored.' })
  token!: string;

  @Field(() => PersonalAccessTokenType)
  personalAccessToken!: PersonalAccessTokenType;
}

/** A token as its user sees it. */
export function personalAccessTokenOf(token: PersonalAccessToken): PersonalAccessTokenType {
  return {
    id: String(token.id),
    name: token.name,
    scopes: scopesOf(token),
    createdAt: token.createdAt.toISOString(),
    expiresAt: token.expiresAt.toISOString(),
    lastUsedOn: token.lastUsedOn,
    lastUsedAddress: token.lastUsedOn === null ? null : token.lastUsedAddress,
  };
}

/** A new token as its user sees it, once. */
export function newPersonalAccessTokenOf({ token, personalAccessToken }: NewPersonalToken): NewPersonalAccessTokenType {
  return { token, personalAccessToken: personalAccessTokenOf(personalAccessToken) };
}
