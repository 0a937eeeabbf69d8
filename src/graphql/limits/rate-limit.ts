import { buildASTSchema, type GraphQLDirective, parse } from 'graphql';
import { rateLimitDirective } from 'graphql-rate-limit-directive';
import { RateLimited } from '../../shared/errors.js';
import type { GraphQLContext } from '../context.js';
import { requireViewer } from '../viewer-guard.js';

/**
 * The directive `@rateLimit(limit, duration)`: a fixed window of `duration` seconds from the first counted call,
 * one allowance per field and user over all transports (contract 4). The counters are this process's own.
 */
export function createRateLimit() {
  const { rateLimitDirectiveTypeDefs, rateLimitDirectiveTransformer } = rateLimitDirective<GraphQLContext, object>({
    // The directive wraps outside the guard of the field, so it must reject visitors itself.
    keyGenerator: async (_directive, _source, _args, context, { parentType, fieldName }) =>
      `${parentType.name}.${fieldName}:${(await requireViewer(context)).userId}`,
    onLimit: ({ msBeforeNext }) => {
      throw new RateLimited(Math.max(1, Math.ceil(msBeforeNext / 1000)));
    },
  });
  return {
    directive: buildASTSchema(parse(rateLimitDirectiveTypeDefs)).getDirective('rateLimit') as GraphQLDirective,
    transform: rateLimitDirectiveTransformer,
  };
}
