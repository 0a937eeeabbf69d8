import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Authorized, Ctx, Extensions, ID, Info, Query, Resolver } from 'type-graphql';
import { errorKinds, VigiaError } from '../../shared/errors/vigia-error.js';
import { splitGlobalId } from '../../shared/global-id.js';
import type { GraphQLContext } from './context.js';
import { ANY_PERSONAL_TOKEN } from './field-marks.js';
import { NodeType } from './node.type.js';
import type { Identified, NodeLookup, NodeLookups } from './node-lookup.js';

interface NodeDeps {
  readonly nodeLookups: NodeLookups;
}

/** Finds objects by their global id alone (decision 101). */
@Resolver()
export class NodeResolver {
  constructor(private readonly deps: NodeDeps) {}

  @Authorized()
  @Extensions(ANY_PERSONAL_TOKEN)
  @Query(() => NodeType, {
    nullable: true,
    description:
      'An object of any type that implements `Node`; null if it does not exist, or the caller may not see it.',
  })
  async node(
    @Arg('id', () => ID, { description: 'Id of the object.' }) id: string,
    @Ctx() context: GraphQLContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Identified | null> {
    const { type, id: idInType } = splitGlobalId(id);
    for (const lookup of new Map(Object.entries(this.deps.nodeLookups)).get(type) ?? []) {
      const candidates = await runLookup(lookup, { id: idInType, context, info });
      const found = candidates.find((candidate) => candidate.id === id);
      if (found) return found;
    }
    return null;
  }
}

interface Lookup {
  readonly id: string;
  readonly context: GraphQLContext;
  readonly info: GraphQLResolveInfo;
}

/** Runs a query as if it had been requested, with its guard and quota; returns nothing if it refuses the caller. */
async function runLookup({ field, args, found }: NodeLookup, { id, context, info }: Lookup) {
  const { resolve } = info.parentType.getFields()[field] ?? {};
  if (!resolve) throw new Error(`There is no query ${field} to look up nodes with`);
  try {
    return found(await resolve(undefined, args(id), context, { ...info, fieldName: field }));
  } catch (error) {
    if (error instanceof VigiaError && HIDDEN.has(errorKinds[error.kind].status)) return [];
    throw error;
  }
}

/** Refusals that would tell a caller of objects they may not see: forbidden and not found. */
const HIDDEN: ReadonlySet<number> = new Set([403, 404]);
