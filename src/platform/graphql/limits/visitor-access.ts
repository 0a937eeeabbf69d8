import { type GraphQLResolveInfo, OperationTypeNode } from 'graphql';
import { NotAuthenticated } from '../../../shared/errors/errors.js';
import type { TokenScope } from '../../../shared/identity/token-scope.js';
import { networkAllowances, networkLimits } from '../../../shared/rate-limits/network-limits.js';
import { takeAll } from '../../../shared/rate-limits/quota.js';
import type { Allowance, RateLimits } from '../../../shared/rate-limits/rate-limits.js';
import type { GraphQLContext } from '../context.js';

/**
 * Maximum number of calculations per minute for visitors, from the narrowest network (one address or a /64) to the
 * widest.
 */
export const CALCULATIONS_A_MINUTE = [120, 480, 1920] as const;

/**
 * Maximum number of calculations per minute for all visitors together. This also bounds the number of counters,
 * whatever the number of networks (promise 43).
 */
export const CALCULATIONS_OF_ALL_A_MINUTE = 12_000;

const NAME = 'calculations of visitors';
const OF_NETWORKS = networkLimits(NAME, CALCULATIONS_A_MINUTE, 60);
const OF_ALL: Allowance = {
  rateLimit: { name: `${NAME}, all`, limit: CALCULATIONS_OF_ALL_A_MINUTE, seconds: 60 },
  key: '',
};

/** Scope of root fields that visitors may also use where the converter is public. */
const OPEN_SCOPE: TokenScope = 'CONVERT';

interface VisitorAccessDeps {
  readonly rateLimits: RateLimits;
  readonly publicConverter: boolean;
}

/**
 * Decides which fields callers without an account may use, and how often: the converter's queries if it is public,
 * otherwise none (promise 52).
 */
export class VisitorAccess {
  constructor(private readonly deps: VisitorAccessDeps) {}

  /**
   * Admits a visitor to a field that otherwise requires an account. Counts each field rather than each operation, since
   * an operation may contain several.
   *
   * @throws {NotAuthenticated} if the field is not open to visitors.
   * @throws {RateLimited} if one of the visitor's networks has used up its allowance for the minute.
   */
  async admit({ address }: GraphQLContext, info: GraphQLResolveInfo): Promise<void> {
    if (!this.deps.publicConverter || !isCalculation(info)) throw new NotAuthenticated();
    await takeAll(this.deps.rateLimits, [OF_ALL, ...networkAllowances(OF_NETWORKS, address)]);
  }
}

function isCalculation({ operation, path, parentType, fieldName }: GraphQLResolveInfo): boolean {
  const isRootOfQuery = operation.operation === OperationTypeNode.QUERY && path.prev === undefined;
  return isRootOfQuery && parentType.getFields()[fieldName]?.extensions.scope === OPEN_SCOPE;
}
