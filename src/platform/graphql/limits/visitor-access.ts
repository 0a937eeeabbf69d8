import { type GraphQLResolveInfo, OperationTypeNode } from 'graphql';
import { NotAuthenticated } from '../../../shared/errors/errors.js';
import type { TokenScope } from '../../../shared/identity/token-scope.js';
import { networkAllowances, networkLimits } from '../../../shared/rate-limits/network-limits.js';
import { takeAll } from '../../../shared/rate-limits/quota.js';
import type { Allowance, RateLimits } from '../../../shared/rate-limits/rate-limits.js';
import type { GraphQLContext } from '../context.js';

/**
 * How many calculations visitors may ask for within a minute: first from the narrowest network, one address or a /64, last
 * from the widest.
 */
export const CALCULATIONS_A_MINUTE = [120, 480, 1920] as const;

/** How many all visitors together may ask for: so many counters there are at most, whatever the number of networks (promise 43). */
export const CALCULATIONS_OF_ALL_A_MINUTE = 12_000;

const NAME = 'calculations of visitors';
const OF_NETWORKS = networkLimits(NAME, CALCULATIONS_A_MINUTE, 60);
const OF_ALL: Allowance = {
  rateLimit: { name: `${NAME}, all`, limit: CALCULATIONS_OF_ALL_A_MINUTE, seconds: 60 },
  key: '',
};

/** What a field of the roots is marked with when it answers visitors, too, where the converter is public. */
const OPEN_SCOPE: TokenScope = 'CONVERT';

interface VisitorAccessDeps {
  readonly rateLimits: RateLimits;
  /** Whether the converter answers without an account. */
  readonly publicConverter: boolean;
}

/** What callers without an account may ask for, and how often: with the converter public its queries, else nothing (promise 52). */
export class VisitorAccess {
  constructor(private readonly deps: VisitorAccessDeps) {}

  /**
   * Lets a visitor have a field that needs an account otherwise. Each field counts, not each operation, since an
   * operation may have several.
   *
   * @throws {NotAuthenticated} when it is not open to visitors.
   * @throws {RateLimited} when a network of the visitor has had its share of the minute.
   */
  async admit({ address }: GraphQLContext, info: GraphQLResolveInfo): Promise<void> {
    if (!this.deps.publicConverter || !isCalculation(info)) throw new NotAuthenticated();
    await takeAll(this.deps.rateLimits, [OF_ALL, ...networkAllowances(OF_NETWORKS, address)]);
  }
}

/** Whether a field is a query of the converter. */
function isCalculation({ operation, path, parentType, fieldName }: GraphQLResolveInfo): boolean {
  const isRootOfQuery = operation.operation === OperationTypeNode.QUERY && path.prev === undefined;
  return isRootOfQuery && parentType.getFields()[fieldName]?.extensions.scope === OPEN_SCOPE;
}
