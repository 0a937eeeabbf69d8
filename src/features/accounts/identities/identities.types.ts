import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { NodeType } from '../../../platform/graphql/node.type.js';
import { globalId } from '../../../shared/global-id.js';
import type { OidcIdentity } from '../users/oidc-identity.entity.js';

@ObjectType('OidcIdentity', {
  implements: NodeType,
  description: 'A person at an OpenID Connect provider who may sign in to the account of the caller.',
})
export class OidcIdentityType implements NodeType {
  @Field(() => ID, { description: 'Unique id, for `removeIdentity`.' })
  id!: string;

  @Field(() => String, { description: 'Issuer that identifies the provider: a URL.' })
  issuer!: string;

  @Field(() => String, { description: 'Name or address at the provider, at the last login.' })
  name!: string;

  @Field(() => DateTime, { description: 'When it was linked: ISO 8601, UTC, milliseconds.' })
  createdAt!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it was last used to log in: ISO 8601, UTC, milliseconds; null for never.',
  })
  lastLoginAt!: string | null;
}

@ObjectType('WaysIn', { description: 'Ways in which the caller can log in, besides passkeys.' })
export class WaysInType {
  @Field(() => Boolean, {
    description: 'Whether the account has a password. Accounts that the provider brought have none.',
  })
  hasPassword!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the OpenID Connect provider of this service; null if it has none.',
  })
  providerName!: string | null;

  @Field(() => [OidcIdentityType], {
    description: 'People at the provider who are linked to the account, the newest first; at most ten.',
  })
  identities!: readonly OidcIdentityType[];
}

export function shapeIdentity({ id, issuer, name, createdAt, lastLoginAt }: OidcIdentity): OidcIdentityType {
  return {
    id: globalId('OidcIdentity', id),
    issuer,
    name,
    createdAt: createdAt.toISOString(),
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
  };
}
