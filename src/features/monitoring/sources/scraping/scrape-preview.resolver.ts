import { Arg, Authorized, Ctx, Directive, Extensions, Field, ID, Mutation, ObjectType, Resolver } from 'type-graphql';
import { translate } from '../../../../i18n/translate.js';
import type { GraphQLContext } from '../../../../platform/graphql/context.js';
import {
  ASKS_AGAIN,
  NO_PERSONAL_TOKEN,
  notAudited,
  ONE_PER_OPERATION,
} from '../../../../platform/graphql/field-marks.js';
import { OPERATOR } from '../../../../platform/graphql/viewer-guard.js';
import { factsOf, HostFactsType } from '../../host-facts.type.js';
import { problemMessage } from '../../hosts/source/host-problem.js';
import { BasicAuthInput, HostProblemType } from '../../hosts/source/source.types.js';
import { Metrics } from '../../metrics.type.js';
import { shapeMetrics } from '../../metrics-view.js';
import type { ScrapePreviews } from './scrape-previews.js';

interface ScrapePreviewDeps {
  readonly scrapePreviews: ScrapePreviews;
}

@ObjectType('ScrapePreview', { description: 'What the service would read at an address.' })
export class ScrapePreviewType {
  @Field(() => Metrics, { nullable: true, description: 'Figures; null if it has none.' })
  metrics!: Metrics | null;

  @Field(() => HostFactsType, { nullable: true, description: 'Facts about the machine; null if it tells none.' })
  facts!: HostFactsType | null;

  @Field(() => String, { nullable: true, description: 'Name and version of the exporter; null if it tells none.' })
  version!: string | null;

  @Field(() => HostProblemType, { nullable: true, description: 'What is wrong with the address; null if nothing is.' })
  problem!: HostProblemType | null;
}

/** Shows staff what would be read at an address before they add it (decision 103). */
@Resolver()
export class ScrapePreviewResolver {
  constructor(private readonly deps: ScrapePreviewDeps) {}

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 20, duration: 60)')
  @Extensions({
    ...{ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...ONE_PER_OPERATION },
    ...notAudited('it stores nothing, and adding or changing a host is recorded'),
  })
  @Mutation(() => ScrapePreviewType, {
    description:
      'Reads an address twice, a second apart, and shows what a machine there would have. For operators and staff.',
  })
  async scrapePreview(
    @Arg('url', () => String, { description: 'Address of the exporter.' }) url: string,
    @Arg('bearerToken', () => String, { nullable: true, description: 'Token to send.' })
    bearerToken: string | null | undefined,
    @Arg('basicAuth', () => BasicAuthInput, { nullable: true, description: 'User name and password to send.' })
    basicAuth: BasicAuthInput | null | undefined,
    @Arg('caCertificate', () => String, {
      nullable: true,
      description: 'Certificate authority in PEM that its certificate must be of.',
    })
    caCertificate: string | null | undefined,
    @Arg('host', () => ID, {
      nullable: true,
      description:
        'Machine whose present credentials are sent where none are given here, if the address is of the same origin.',
    })
    host: string | null | undefined,
    @Ctx() { language, now }: GraphQLContext,
  ): Promise<ScrapePreviewType> {
    const typed = { url, bearerToken, basicAuth, caCertificate };
    const { sample, facts, version, problem } = await this.deps.scrapePreviews.read(typed, host ?? undefined);
    return {
      metrics: sample ? shapeMetrics(sample) : null,
      facts: facts ? factsOf(facts) : null,
      version: version ?? null,
      problem: problem
        ? { code: problem.code, message: translate(problemMessage(problem), language), since: now().toISOString() }
        : null,
    };
  }
}
