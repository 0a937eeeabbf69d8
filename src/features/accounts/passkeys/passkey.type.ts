import { Field, ID, ObjectType } from 'type-graphql';
import type { Passkey } from './passkey.entity.js';

/** A passkey as its owner sees it (contract 14). */
@ObjectType('Passkey', { description: 'A passkey of the caller.' })
export class PasskeyType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'What its owner calls it.' })
  name!: string;

  @Field(() => String, { description: 'When it was added: ISO 8601, UTC, milliseconds.' })
  createdAt!: string;

  @Field(() => String, {
    nullable: true,
    description: 'When it was last used: ISO 8601, UTC, milliseconds; null for never.',
  })
  lastUsedAt!: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Ten recovery codes, shown this once: by `addPasskey`, for the first second factor of an account. Null elsewhere.',
  })
  recoveryCodes!: readonly string[] | null;
}

/** A passkey for GraphQL. */
export function passkeyOf(
  { id, name, createdAt, lastUsedAt }: Passkey,
  recoveryCodes?: readonly string[],
): PasskeyType {
  return {
    id: String(id),
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    recoveryCodes: recoveryCodes ?? null,
  };
}
