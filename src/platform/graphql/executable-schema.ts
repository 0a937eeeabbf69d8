import { type GraphQLSchema, specifiedDirectives } from 'graphql';
import { buildSchemaSync, type NonEmptyArray, type PubSub } from 'type-graphql';
import { MemoryRateLimits } from '../../shared/rate-limits/memory-rate-limits.js';
import type { RateLimits } from '../../shared/rate-limits/rate-limits.js';
import { addFormerNames, type FormerNames } from './former-names.js';
import { createRateLimit } from './limits/rate-limit.js';
import { limitTexts } from './limits/text-limits.js';
import { VisitorAccess } from './limits/visitor-access.js';
import { applyPageSizes } from './page-arguments.js';
import { createViewerGuard } from './viewer-guard.js';

/** Instance of a resolver class, with its dependencies injected. */
export type ResolverInstance = object;

export interface SchemaGuards {
  /** Storage of the rate limit counters. Defaults to memory, for as long as the schema exists. */
  readonly rateLimits?: RateLimits;
  /** Whether the converter's fields are available without an account; false by default. */
  readonly publicConverter?: boolean;
  /** Former names of fields; none by default. */
  readonly formerNames?: FormerNames;
}

/**
 * Builds the executable schema from resolver instances: the fields of their classes, the viewer guard on
 * `@Authorized()`, the rate limits of `@rateLimit`, and the bounds on every text.
 */
export function createExecutableSchema(
  resolvers: readonly ResolverInstance[],
  pubSub: PubSub,
  { rateLimits = new MemoryRateLimits(), publicConverter = false, formerNames = {} }: SchemaGuards = {},
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
    // Skipped because a test validates the schema; validating it here would double the time to build it at each start.
    skipCheck: true,
  });
  describeRoots(schema);
  applyPageSizes(schema);
  rateLimit.limit(schema);
  limitTexts(schema);
  addFormerNames(schema, formerNames);
  return schema;
}

/** Describes the root types, for which type-graphql has no option. */
function describeRoots(schema: GraphQLSchema): void {
  const descriptions = [
    [schema.getQueryType(), 'Everything that can be read. No field changes anything.'],
    [
      schema.getMutationType(),
      'Everything that can be changed. Fields run one after the other, in the order of the operation.',
    ],
    [
      schema.getSubscriptionType(),
      'Everything that is pushed as it changes. Most fields begin with the present state.',
    ],
  ] as const;
  for (const [root, description] of descriptions) if (root) root.description = description;
}
