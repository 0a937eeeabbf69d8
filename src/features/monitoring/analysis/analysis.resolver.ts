import { Arg, Authorized, Ctx, Directive, Extensions, ID, Query, Resolver } from 'type-graphql';
import { translate } from '../../../i18n/translate.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { NO_PERSONAL_TOKEN } from '../../../platform/graphql/field-marks.js';
import { requireViewer, SEES_MACHINES } from '../../../platform/graphql/viewer-guard.js';
import type { MachineAccess } from '../../../shared/identity/machine-access.js';
import { takeAll } from '../../../shared/rate-limits/quota.js';
import type { RateLimit, RateLimits } from '../../../shared/rate-limits/rate-limits.js';
import type { Clock } from '../../../shared/time/clock.js';
import { namedHostArg } from '../hosts/named-host-arg.js';
import type { NamedHosts } from '../hosts/named-hosts.js';
import type { HostStates } from '../hosts/status/host-states.js';
import { Analysis, AnalysisRequest } from './analysis.type.js';
import type { AnalysedHost, Analyst } from './analyst.js';
import { readLastHour } from './last-hour.js';

/** Analyses per account and day. Providers limit the total number of calls, or charge for each one. */
export const ANALYSES_OF_USER: RateLimit = { name: 'analyses', limit: 200, seconds: 86_400 };

interface AnalysisDeps {
  readonly analyst: Analyst;
  readonly namedHosts: NamedHosts;
  readonly hostStates: Pick<HostStates, 'history'>;
  readonly clock: Clock;
  readonly rateLimits: RateLimits;
}

/** Queries for AI analyses, for signed-in callers (contract 4). */
@Resolver()
export class AnalysisResolver {
  constructor(private readonly deps: AnalysisDeps) {}

  @Authorized(SEES_MACHINES)
  @Directive('@rateLimit(limit: 10, duration: 60)')
  @Extensions(NO_PERSONAL_TOKEN)
  @Query(() => Analysis, { description: "An AI's explanation of the newest sample. May take seconds." })
  async analysis(
    @Arg('of', () => DateTime, {
      nullable: true,
      description: 'Sample to send instead of the newest: `sampledAt` of a recent `analysisRequest`.',
    })
    of: string | null,
    @Arg('host', () => ID, namedHostArg) host: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<Analysis> {
    const viewer = await requireViewer(context);
    const { userId } = viewer;
    const { language } = context;
    const analysed = await this.#analysed(host, viewer);
    const { analyst, rateLimits } = this.deps;
    if (analyst.isActive) await takeAll(rateLimits, [{ rateLimit: ANALYSES_OF_USER, key: String(userId) }]);
    const asked = { of: of ?? undefined, host: analysed, userId };
    const { sampledAt, text } = await analyst.explain(language, asked);
    return {
      available: text !== null,
      text: text ?? translate('monitoring.analysis.unavailable', language),
      sampledAt,
    };
  }

  @Authorized(SEES_MACHINES)
  @Extensions(NO_PERSONAL_TOKEN)
  @Query(() => AnalysisRequest, {
    nullable: true,
    description:
      'The request that `analysis` would send to the provider now; null while the AI is not active. Sends nothing.',
  })
  async analysisRequest(
    @Arg('host', () => ID, namedHostArg) host: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<AnalysisRequest | null> {
    const analysed = await this.#analysed(host, await requireViewer(context));
    return this.deps.analyst.requestIn(context.language, analysed);
  }

  /** Returns undefined for the default host. */
  async #analysed(id: string | null | undefined, access: MachineAccess): Promise<AnalysedHost | undefined> {
    const { namedHosts, hostStates, clock } = this.deps;
    const named = await namedHosts.measured(id, access);
    if (!named) return undefined;
    const { number, newest } = named;
    const history = hostStates.history(number);
    return { number, isNamed: true, latest: newest, lastHour: () => readLastHour({ history, clock }) };
  }
}
