import { buildASTSchema, type GraphQLDirective, parse } from 'graphql';
import { rateLimitDirective } from 'graphql-rate-limit-directive';
import { VigiaError } from '../shared/vigia-error.js';
import type { GraphQLContext } from './context.js';
import { requireViewer } from './viewer-guard.js';

/** The caller has used up a field's allowance for this minute: 429 `rate_limited`. */
class RateLimited extends VigiaError {
  readonly kind = 'rateLimited';
  readonly code = 'rate_limited';

  constructor(retryAfterSeconds: number) {
    super(
      {
        pt: `Limite de pedidos excedido. Tente de novo em ${retryAfterSeconds} s.`,
        en: `Request limit exceeded. Try again in ${retryAfterSeconds} s.`,
      },
      { retryAfterSeconds },
    );
  }
}

/**
 * The directive `@rateLimit(limit, duration)`: a fixed window of `duration` seconds from the first counted call,
 * one allowance per field and user over all faces (specification §8). The counters are this process's own.
 */
export function createRateLimit() {
  const { rateLimitDirectiveTypeDefs, rateLimitDirectiveTransformer } = rateLimitDirective<GraphQLContext, object>({
    // The directive wraps outside the guard of the field, so it must refuse visitors itself.
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
