import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../../platform/graphql/connection.type.js';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import type { BlockedDomain } from '../../accounts/email-domains/blocked-domain.entity.js';
import type { BlockingList, DomainCheck } from '../../accounts/email-domains/blocklist.js';

const BlockingListKind = { OWN: 'own', OPERATOR: 'operator', STAFF: 'staff' } as const satisfies {
  readonly [List in BlockingList as Uppercase<List>]: List;
};
registerEnumType(BlockingListKind, {
  name: 'BlockingList',
  description: "Source of an entry: the list shipped with Vigia, the operator's file, or staff.",
  valuesConfig: {
    OWN: { description: 'Shipped with Vigia.' },
    OPERATOR: { description: "The operator's own file." },
    STAFF: { description: 'Added by staff, with `blockDomain`.' },
  },
});

@ObjectType('BlockedDomain', { description: 'A domain that staff added to the disposable mail domains.' })
export class BlockedDomainType {
  @Field(() => String, { description: 'Lower case, punycode.' })
  domain!: string;

  @Field(() => DateTime, { description: 'Time of the entry: ISO 8601, UTC.' })
  addedAt!: string;

  @Field(() => String, { description: 'Staff member; empty from the command line.' })
  addedBy!: string;
}

export const BlockedDomainConnection = connectionType(BlockedDomainType, 'BlockedDomain');

@ObjectType('BlockingEntry', {
  description: 'The entry that blocks a domain: the domain itself or one of its parents.',
})
export class BlockingEntryType {
  @Field(() => String, { description: 'Lower case, punycode.' })
  domain!: string;

  @Field(() => BlockingListKind, { description: 'List that has this entry.' })
  list!: BlockingList;
}

@ObjectType('DomainCheck', { description: 'Facts about a domain before it is blocked.' })
export class DomainCheckType {
  @Field(() => String, { description: 'Normalised for comparison: lower case, punycode.' })
  domain!: string;

  @Field(() => BlockingEntryType, {
    nullable: true,
    description: 'The entry that already blocks it; null if none does.',
  })
  blockedBy!: BlockingEntryType | null;

  @Field(() => Int, { description: 'Accounts with an address at it or below it. They keep it, and can log in.' })
  accounts!: number;

  @Field(() => Boolean, { description: 'Whether it is a common mail provider.' })
  isProvider!: boolean;
}

export function shapeBlockedDomain({ domain, addedAt, addedBy }: BlockedDomain): BlockedDomainType {
  return { domain, addedAt: addedAt.toISOString(), addedBy };
}

export function shapeDomainCheck(check: DomainCheck): DomainCheckType {
  return { ...check, blockedBy: check.blockedBy ?? null };
}
