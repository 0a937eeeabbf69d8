import { Arg, Authorized, Ctx, Directive, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../../graphql/context.js';
import { translate } from '../../i18n/translate.js';
import { Analysis, AnalysisRequest } from './analysis.type.js';
import type { Analyst } from './analyst.js';

interface AnalysisDeps {
  readonly analyst: Analyst;
}

/** The AI analysis for signed-in callers (contract 4). */
@Resolver()
export class AnalysisResolver {
  constructor(private readonly deps: AnalysisDeps) {}

  @Authorized()
  @Directive('@rateLimit(limit: 10, duration: 60)')
  @Query(() => Analysis, { description: 'What an AI says about the newest sample. It may take seconds.' })
  async analysis(
    @Arg('of', () => String, {
      nullable: true,
      description: 'The `sampledAt` of an `analysisRequest` of the last minutes: that one is sent, not the newest.',
    })
    of: string | null,
    @Ctx() { language }: GraphQLContext,
  ): Promise<Analysis> {
    const { sampledAt, text } = await this.deps.analyst.explain(language, of ?? undefined);
    return {
      available: text !== null,
      text: text ?? translate('monitoring.analysis.unavailable', language),
      sampledAt,
    };
  }

  @Authorized()
  @Query(() => AnalysisRequest, {
    nullable: true,
    description: 'What `analysis` would send to the provider now; null while the AI is not active. Sends nothing.',
  })
  analysisRequest(@Ctx() { language }: GraphQLContext): Promise<AnalysisRequest | null> {
    return this.deps.analyst.requestIn(language);
  }
}
