import { Arg, Authorized, Ctx, Directive, Extensions, ID, Mutation, Query, Resolver } from 'type-graphql';
import { type Origin, operatorOrigin } from '../../../../platform/audit/origin.js';
import type { GraphQLContext } from '../../../../platform/graphql/context.js';
import { ASKS_AGAIN, audited, NO_PERSONAL_TOKEN, scope } from '../../../../platform/graphql/field-marks.js';
import { OPERATOR, requireViewer } from '../../../../platform/graphql/viewer-guard.js';
import { globalId, localId } from '../../../../shared/global-id.js';
import type { Collector } from '../storage/collector.entity.js';
import type { CollectorEditing } from './collector-editing.js';
import { CollectorType, HostTokenType } from './host-token.type.js';

interface CollectorsDeps {
  readonly collectorEditing: CollectorEditing;
}

const idArg = { description: 'Id of a collector that is not retired.' };

/** Lets staff manage collectors, each of which sends the figures of many machines (decision 103). */
@Resolver()
export class CollectorsResolver {
  constructor(private readonly deps: CollectorsDeps) {}

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions(scope('STAFF_READ'))
  @Query(() => [CollectorType], { description: 'Collectors, retired ones last. For operators and staff.' })
  async collectors(): Promise<CollectorType[]> {
    return (await this.deps.collectorEditing.list()).map(shapeCollector);
  }

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('collector_retire') })
  @Mutation(() => CollectorType, {
    description:
      'Retires a collector: its token becomes invalid, and its machines are no longer measured. For operators and staff.',
  })
  async retireCollector(
    @Arg('id', () => ID, idArg) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<CollectorType> {
    const origin = await originOf(context);
    return shapeCollector(await this.deps.collectorEditing.retire(localId(id, 'Collector'), origin));
  }

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('collector_new_token') })
  @Mutation(() => HostTokenType, {
    description: 'Issues a new token for a collector; the previous one becomes invalid. For operators and staff.',
  })
  async renewCollectorToken(
    @Arg('id', () => ID, idArg) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<HostTokenType> {
    const origin = await originOf(context);
    const { collector, token } = await this.deps.collectorEditing.newToken(localId(id, 'Collector'), origin);
    return { host: null, collector: shapeCollector(collector), token };
  }
}

/** Shapes a collector for GraphQL. */
export function shapeCollector({ id, name, tags, createdAt, retiredAt }: Collector): CollectorType {
  return {
    id: globalId('Collector', id),
    name,
    tags: JSON.parse(tags) as string[],
    createdAt: createdAt.toISOString(),
    retiredAt: retiredAt?.toISOString() ?? null,
  };
}

async function originOf(context: GraphQLContext): Promise<Origin> {
  return operatorOrigin(context, await requireViewer(context));
}
