import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../../platform/graphql/connection.type.js';
import type { BlockedDomain } from '../../accounts/email-domains/blocked-domain.entity.js';
import type { BlockingList, DomainCheck } from '../../accounts/email-domains/blocklist.js';

const BlockingListKind = { OWN: 'own', OPERATOR: 'operator', STAFF: 'staff' } as const satisfies {
  readonly [List in BlockingList as Uppercase<List>]: List;
};
registerEnumType(BlockingListKind, {
  name: 'BlockingList',
  description: 'Whose list: the one that comes with Vigia, the file of the operator, or what the staff have added.',
});

@ObjectType('BlockedDomain', { description: 'A domain that the staff have added to those of disposable mail.' })
export class BlockedDomainType {
  @Field(() => String, { description: 'Small letters, punycode.' })
  domain!: string;

  @Field(() => String, { description: 'ISO 8601, UTC.' })
  addedAt!: string;

  @Field(() => String, { description: 'The member of the staff; empty from the command line.' })
  addedBy!: string;
}

/** A page of what the staff have added. */
export const BlockedDomainConnection = connectionType(BlockedDomainType, 'BlockedDomainConnection');

@ObjectType('BlockingEntry', { description: 'What blocks a domain: an entry for it or for one of its parent domains.' })
export class BlockingEntryType {
  @Field(() => String)
  domain!: string;

  @Field(() => BlockingListKind)
  list!: BlockingList;
}

@ObjectType('DomainCheck', { description: 'What is known of a domain before it is blocked.' })
export class DomainCheckType {
  @Field(() => String, { description: 'As it is compared: small letters, punycode.' })
  domain!: string;

  @Field(() => BlockingEntryType, { nullable: true, description: 'What blocks it already; null when nothing does.' })
  blockedBy!: BlockingEntryType | null;

  @Field(() => Int, { description: 'Accounts with an address at it or below it. They keep it, and can log in.' })
  accounts!: number;

  @Field(() => Boolean, { description: 'Whether many people have their mail there.' })
  isProvider!: boolean;
}

/** An added domain as GraphQL shows it. */
export function blockedDomainOf({ domain, addedAt, addedBy }: BlockedDomain): BlockedDomainType {
  return { domain, addedAt: addedAt.toISOString(), addedBy };
}

/** A check as GraphQL shows it. */
export function domainCheckOf(check: DomainCheck): DomainCheckType {
  return { ...check, blockedBy: check.blockedBy ?? null };
}
