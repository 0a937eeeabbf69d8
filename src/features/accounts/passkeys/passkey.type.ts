import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { NodeType } from '../../../platform/graphql/node.type.js';
import { globalId } from '../../../shared/global-id.js';
import type { Passkey } from './passkey.entity.js';

/** A passkey as shown to its owner (contract 14). */
@ObjectType('Passkey', { implements: NodeType, description: 'A passkey of the caller.' })
export class PasskeyType implements NodeType {
  @Field(() => ID, { description: 'Unique id, for `renamePasskey` and `removePasskey`.' })
  id!: string;

  @Field(() => String, { description: 'Name given by its owner.' })
  name!: string;

  @Field(() => DateTime, { description: 'When it was added: ISO 8601, UTC, milliseconds.' })
  createdAt!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it was last used: ISO 8601, UTC, milliseconds; null for never.',
  })
  lastUsedAt!: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      "Ten recovery codes, shown only here: returned by `addPasskey` for the account's first second factor, otherwise null.",
  })
  recoveryCodes!: readonly string[] | null;
}

export function shapePasskey(
  { id, name, createdAt, lastUsedAt }: Passkey,
  recoveryCodes?: readonly string[],
): PasskeyType {
  return {
    id: globalId('Passkey', id),
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    recoveryCodes: recoveryCodes ?? null,
  };
}
