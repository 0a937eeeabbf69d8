import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { NodeType } from '../../../platform/graphql/node.type.js';
import { globalId } from '../../../shared/global-id.js';
import { type TokenScope, tokenScopes } from '../../../shared/identity/token-scope.js';
import { type PersonalAccessToken, parseScopes } from './personal-access-token.entity.js';
import type { NewPersonalToken } from './personal-tokens.js';

/** GraphQL enum of {@link tokenScopes}. */
export const TokenScopeType = Object.fromEntries(tokenScopes.map((scope) => [scope, scope])) as {
  readonly [Scope in TokenScope]: Scope;
};
registerEnumType(TokenScopeType, {
  name: 'TokenScope',
  description: 'Permission of a personal access token. Values may be added.',
  valuesConfig: {
    READ: { description: 'Metrics, history, hosts and incidents, and `/metrics`.' },
    CONVERT: { description: 'Number bases and logic.' },
    STAFF_READ: { description: "Everything staff may read, while the token's user is staff. No changes." },
  },
});

@ObjectType('PersonalAccessToken', { implements: NodeType, description: 'A token that a user has made for a program.' })
export class PersonalAccessTokenType implements NodeType {
  @Field(() => ID, { description: 'Unique id, for `revokePersonalAccessToken`.' })
  id!: string;

  @Field(() => String, { description: 'Name, 1 to 80 characters, chosen by its owner.' })
  name!: string;

  @Field(() => [TokenScopeType], { description: 'Operations that it permits.' })
  scopes!: readonly TokenScope[];

  @Field(() => DateTime, { description: 'Time of its creation: ISO 8601, UTC.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'Expiry: ISO 8601, UTC.' })
  expiresAt!: string;

  @Field(() => String, { nullable: true, description: 'Day of the last use in UTC, for example 2026-05-04.' })
  lastUsedOn!: string | null;

  @Field(() => String, { nullable: true, description: 'IP address of the last use.' })
  lastUsedAddress!: string | null;
}

@ObjectType('NewPersonalAccessToken', { description: 'A newly created token.' })
export class NewPersonalAccessTokenType {
  @Field(() => String, { description: 'The token itself, shown only here: only its hash is stored.' })
  token!: string;

  @Field(() => PersonalAccessTokenType, {
    description: 'Token as `personalAccessTokens` lists it, without its secret.',
  })
  personalAccessToken!: PersonalAccessTokenType;
}

export function shapePersonalAccessToken(token: PersonalAccessToken): PersonalAccessTokenType {
  return {
    id: globalId('PersonalAccessToken', token.id),
    name: token.name,
    scopes: parseScopes(token),
    createdAt: token.createdAt.toISOString(),
    expiresAt: token.expiresAt.toISOString(),
    lastUsedOn: token.lastUsedOn,
    lastUsedAddress: token.lastUsedOn === null ? null : token.lastUsedAddress,
  };
}

/** Shapes a new token for its user, who sees its text only once. */
export function shapeNewPersonalAccessToken({
  token,
  personalAccessToken,
}: NewPersonalToken): NewPersonalAccessTokenType {
  return { token, personalAccessToken: shapePersonalAccessToken(personalAccessToken) };
}
