import { type GraphQLSchema, specifiedDirectives } from 'graphql';
import { buildSchemaSync, type NonEmptyArray, type PubSub } from 'type-graphql';
import { MemoryRateLimits } from '../../shared/rate-limits/memory-rate-limits.js';
import type { RateLimits } from '../../shared/rate-limits/rate-limits.js';
import { createRateLimit } from './limits/rate-limit.js';
import { limitTexts } from './limits/text-limits.js';
import { VisitorAccess } from './limits/visitor-access.js';
import { createViewerGuard } from './viewer-guard.js';

/** A resolver class's instance, ready with everything that it needs. */
export type ResolverInstance = object;

/** What guards the fields of a schema. */
export interface SchemaGuards {
  /** Where rate limits are counted; in memory, as long as the schema lives, when left out. */
  readonly rateLimits?: RateLimits;
  /** Whether the fields of the converter answer without an account; not when left out. */
  readonly publicConverter?: boolean;
}

/**
 * Makes the executable schema of resolver instances: their classes' fields, the viewer guard on `@Authorized()`,
 * the rate limits of `@rateLimit`, and the bounds of every text.
 */
export function createExecutableSchema(
  resolvers: readonly ResolverInstance[],
  pubSub: PubSub,
  { rateLimits = new MemoryRateLimits(), publicConverter = false }: SchemaGuards = {},
): GraphQLSchema {
  const instances = new Map(resolvers.map((resolver) => [resolver.constructor, resolver]));
  const rateLimit = createRateLimit(rateLimits);
  const schema = buildSchemaSync({
    resolvers: [...instances.keys()] as unknown as NonEmptyArray<new () => object>,
    container: { get: (resolverClass) => instances.get(resolverClass) },
    authChecker: createViewerGuard(new VisitorAccess({ rateLimits, publicConverter })),
    directives: [...specifiedDirectives, rateLimit.directive],
    pubSub,
    validate: false,
    // A test does it: with it the schema takes twice as long, at each start.
    skipCheck: true,
  });
  rateLimit.limit(schema);
  limitTexts(schema);
  return schema;
}
