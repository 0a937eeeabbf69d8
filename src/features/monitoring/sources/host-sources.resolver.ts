import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { translate } from '../../../i18n/translate.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { requireViewer } from '../../../platform/graphql/viewer-guard.js';
import { mayOperate } from '../../../shared/identity/role.js';
import { HostType } from '../host.type.js';
import { problemMessage } from '../hosts/source/host-problem.js';
import { HostProblemType, HostScrapeType } from '../hosts/source/source.types.js';

/** The fields of hosts about their sources that depend on the caller. */
@Resolver(() => HostType)
export class HostSourcesResolver {
  @FieldResolver(() => HostProblemType, {
    nullable: true,
    description: 'What is wrong with its source; null while all is well.',
  })
  problem(@Root() { foundProblem }: HostType, @Ctx() { language }: GraphQLContext): HostProblemType | null {
    if (!foundProblem) return null;
    const { code, since } = foundProblem;
    return { code, since, message: translate(problemMessage(foundProblem), language) };
  }

  @FieldResolver(() => HostScrapeType, {
    nullable: true,
    description: 'How the service reads it; null if it does not, and to all but operators and staff.',
  })
  async scrape(
    @Root() { scrapeTarget, intervalSeconds }: HostType,
    @Ctx() context: GraphQLContext,
  ): Promise<HostScrapeType | null> {
    if (!scrapeTarget) return null;
    return mayOperate(await requireViewer(context)) ? { ...scrapeTarget, intervalSeconds } : null;
  }

  @FieldResolver(() => [String], {
    description:
      'Names of metrics that OpenTelemetry sends about it and that Vigia has no use for, at most 50, in alphabetical order; empty to all but operators and staff.',
  })
  async unknownMetrics(
    @Root() { unusedMetrics }: HostType,
    @Ctx() context: GraphQLContext,
  ): Promise<readonly string[]> {
    return mayOperate(await requireViewer(context)) ? unusedMetrics : [];
  }
}
