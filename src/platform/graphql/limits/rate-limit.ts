import {
  buildASTSchema,
  GraphQLBoolean,
  type GraphQLDirective,
  type GraphQLField,
  GraphQLObjectType,
  GraphQLSchema,
  isObjectType,
  parse,
} from 'graphql';
import { rateLimitDirective } from 'graphql-rate-limit-directive';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { RateLimited } from '../../../shared/errors/errors.js';
import type { RateLimits } from '../../../shared/rate-limits/rate-limits.js';
import type { GraphQLContext } from '../context.js';
import { requireScope, requireViewer } from '../viewer-guard.js';

const DIRECTIVE = buildASTSchema(parse(rateLimitDirective().rateLimitDirectiveTypeDefs)).getDirective(
  'rateLimit',
) as GraphQLDirective;

/**
 * Creates the directive `@rateLimit(limit, duration)`: a fixed window of `duration` seconds from the first counted
 * call, with one allowance per field and user across all transports (contract 4) and all nodes (contract 13).
 */
export function createRateLimit(rateLimits: RateLimits) {
  const { rateLimitDirectiveTransformer } = rateLimitDirective<GraphQLContext, object>({
    // The directive wraps the field's guard, so it must reject visitors itself.
    keyGenerator: async (_directive, _source, _args, context, info) => {
      const viewer = await requireViewer(context);
      // A token that may not use the field must not use up its user's allowance.
      requireScope(viewer, info);
      return `${info.parentType.name}.${info.fieldName}:${viewer.userId}`;
    },
    limiterClass: limiterOn(rateLimits),
    onLimit: ({ msBeforeNext }) => {
      throw new RateLimited(Math.max(1, Math.ceil(msBeforeNext / 1000)));
    },
  });
  return {
    directive: DIRECTIVE,
    /** Applies the limits to the fields that have the directive. */
    limit(schema: GraphQLSchema): void {
      const limited = limitedFields(schema);
      const wrapped = rateLimitDirectiveTransformer(schemaOf(limited)).getQueryType()?.getFields() ?? {};
      for (const [index, field] of limited.entries()) field.resolve = wrapped[nameOf(index)]?.resolve;
    },
  };
}

function limitedFields(schema: GraphQLSchema): GraphQLField<object, GraphQLContext>[] {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const limited = types.find(hasDirective);
  if (limited) throw new Error(`@rateLimit is for fields: ${limited.name} is a type`);
  return types.flatMap((type) => Object.values(type.getFields())).filter(hasDirective);
}

function hasDirective({ astNode }: Pick<GraphQLField<object, GraphQLContext> | GraphQLObjectType, 'astNode'>): boolean {
  return astNode?.directives?.some(({ name }) => name.value === 'rateLimit') ?? false;
}

/**
 * Returns a schema of only these fields. To wrap a few fields, the library recreates every type of the schema it is
 * given; for the whole schema, that took as long as building it at each start.
 */
function schemaOf(fields: readonly GraphQLField<object, GraphQLContext>[]): GraphQLSchema {
  const named = fields.map(({ astNode, resolve }, index) => [
    nameOf(index),
    { type: GraphQLBoolean, astNode, resolve },
  ]);
  return new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields: Object.fromEntries(named) }) });
}

function nameOf(index: number): string {
  return `field${index}`;
}

/**
 * Returns a limiter class that counts in the given storage. The directive creates its own limiters, one for each limit.
 */
function limiterOn(rateLimits: RateLimits): typeof RateLimiterMemory {
  return class extends RateLimiterMemory {
    override async consume(key: string | number): Promise<RateLimiterRes> {
      const rateLimit = { name: `field ${this.points}/${this.duration}`, limit: this.points, seconds: this.duration };
      const retryAfterMs = await rateLimits.take([{ rateLimit, key: String(key) }]);
      if (retryAfterMs !== undefined) throw new RateLimiterRes(0, retryAfterMs);
      return new RateLimiterRes();
    }
  };
}
