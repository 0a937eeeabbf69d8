import { Arg, Args, Authorized, Ctx, Directive, Extensions, Mutation, Query, Resolver } from 'type-graphql';
import { buildConnection, type Connection } from '../../../platform/graphql/connection.type.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import {
  ASKS_AGAIN,
  audited,
  NO_PERSONAL_TOKEN,
  ONE_PER_OPERATION,
  scope,
} from '../../../platform/graphql/field-marks.js';
import { PageArgs, pageSize, readPageRequest } from '../../../platform/graphql/page-arguments.js';
import { STAFF } from '../../../platform/graphql/viewer-guard.js';
import type { Blocklist } from '../../accounts/email-domains/blocklist.js';
import { originOfStaff } from '../origin-of-staff.js';
import {
  BlockedDomainConnection,
  BlockedDomainType,
  DomainCheckType,
  shapeBlockedDomain,
  shapeDomainCheck,
} from './domains.types.js';

interface DomainsDeps {
  readonly blocklist: Blocklist;
}

/** Domains blocked by staff in addition to the disposable ones (contract 2, `/admin/`; contract 3). */
@Resolver()
export class DomainsResolver {
  constructor(private readonly deps: DomainsDeps) {}

  @Authorized(STAFF)
  @Extensions({ ...scope('STAFF_READ'), ...pageSize(50) })
  @Query(() => BlockedDomainConnection, { description: 'Domains added by staff, in alphabetical order.' })
  async blockedDomains(
    @Args(() => PageArgs) paging: PageArgs,
    @Arg('search', () => String, { nullable: true, description: 'A part of the domain.' }) search: string | null,
  ): Promise<Connection<BlockedDomainType>> {
    const request = readPageRequest(paging, ['string']);
    return buildConnection(await this.deps.blocklist.page(search ?? '', request), shapeBlockedDomain);
  }

  @Authorized(STAFF)
  // Counting a domain's accounts reads the whole table.
  @Extensions({ ...ONE_PER_OPERATION, ...scope('STAFF_READ') })
  @Query(() => DomainCheckType, { description: 'Whether a domain is already blocked, and how many accounts use it.' })
  async domainCheck(
    @Arg('domain', () => String, { description: 'In any case; an address stands for its domain.' }) domain: string,
  ): Promise<DomainCheckType> {
    return shapeDomainCheck(await this.deps.blocklist.check(domain));
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...ONE_PER_OPERATION, ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('domain_block') })
  @Mutation(() => BlockedDomainType, {
    description:
      'Blocks a domain immediately and for every way to register. Existing accounts with addresses there are kept.',
  })
  async blockDomain(
    @Arg('domain', () => String, { description: 'In any case; an address stands for its domain.' }) domain: string,
    @Arg('anyway', () => Boolean, {
      defaultValue: false,
      description: 'Blocks it even if accounts have addresses there, or it is a large mail provider.',
    })
    anyway: boolean,
    @Ctx() context: GraphQLContext,
  ): Promise<BlockedDomainType> {
    return shapeBlockedDomain(await this.deps.blocklist.add(domain, await originOfStaff(context), { anyway }));
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('domain_unblock') })
  @Mutation(() => Boolean, { description: 'Unblocks a domain that staff added. Domains from files stay blocked.' })
  async unblockDomain(
    @Arg('domain', () => String, { description: 'Domain, one of `blockedDomains`.' }) domain: string,
    @Ctx() context: GraphQLContext,
  ): Promise<boolean> {
    await this.deps.blocklist.remove(domain, await originOfStaff(context));
    return true;
  }
}
