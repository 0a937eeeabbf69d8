import { Arg, Args, Authorized, Ctx, Directive, Extensions, ID, Mutation, Query, Resolver } from 'type-graphql';
import { operatorOrigin } from '../../../platform/audit/origin.js';
import { buildConnection, type Connection } from '../../../platform/graphql/connection.type.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import {
  asksAgainWhen,
  asksNothing,
  audited,
  NO_PERSONAL_TOKEN,
  scope,
} from '../../../platform/graphql/field-marks.js';
import { PageArgs, pageSize, readPageRequest } from '../../../platform/graphql/page-arguments.js';
import { OPERATOR, requireViewer } from '../../../platform/graphql/viewer-guard.js';
import { NotFound } from '../../../shared/errors/errors.js';
import { globalId, localId } from '../../../shared/global-id.js';
import { rowId } from '../../../shared/row-id.js';
import type { Clock } from '../../../shared/time/clock.js';
import { readTimestamp } from '../../../shared/time/timestamp.js';
import { shapeAlertRule } from '../editing/alert-rule.type.js';
import type { ShownAlertRules } from '../editing/shown-alert-rules.js';
import { hostNames, type KnownHosts } from '../known-hosts.js';
import type { Silence } from '../silence.entity.js';
import { SilenceConnection, SilenceInput, SilenceStateType, SilenceType } from './silence.type.js';
import type { Silences } from './silences.js';

interface SilencesDeps {
  readonly silences: Silences;
  readonly shownAlertRules: ShownAlertRules;
  readonly knownHosts: KnownHosts;
  readonly clock: Clock;
}

/**
 * The longest silence that doesn't require recent proof of identity: enough to silence an alert from one night until
 * the next morning.
 */
const HOURS_WITHOUT_PROOF = 36;

const LONG_SILENCE_ASKS_AGAIN = asksAgainWhen(`more than ${HOURS_WITHOUT_PROOF} hours`, ({ input }, now) => {
  const untilMs = readTimestamp((input as SilenceInput).until);
  return untilMs !== undefined && untilMs > now.getTime() + HOURS_WITHOUT_PROOF * 3_600_000;
});

/** Lets operators and staff manage silences (contract 12). */
@Resolver()
export class SilencesResolver {
  constructor(private readonly deps: SilencesDeps) {}

  @Authorized(OPERATOR)
  @Extensions({ ...scope('STAFF_READ'), ...pageSize(25) })
  @Query(() => SilenceConnection, { description: 'Silences, newest first. For operators and staff.' })
  async silences(
    @Args(() => PageArgs) paging: PageArgs,
    @Arg('state', () => SilenceStateType, {
      nullable: true,
      description: 'State of the silences to list; all if omitted.',
    })
    state: keyof typeof SilenceStateType | null | undefined,
  ): Promise<Connection<SilenceType>> {
    const isActive = state ? state === 'ACTIVE' : undefined;
    const page = await this.deps.silences.page(isActive, readPageRequest(paging, ['number']));
    const shape = await this.#shapeFor(page.items);
    return buildConnection(page, shape);
  }

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...LONG_SILENCE_ASKS_AGAIN, ...audited('silence_create') })
  @Mutation(() => SilenceType, {
    description: 'Suppresses messages about a rule, a host or hosts with a tag for some time. For operators and staff.',
  })
  async silence(
    @Arg('input', () => SilenceInput, {
      description: 'Names at least one of rule, host and tag, but not both of host and tag.',
    })
    input: SilenceInput,
    @Ctx() context: GraphQLContext,
  ) {
    const { rule, host, tag, until, reason } = input;
    const draft = {
      rule: rule == null ? undefined : localId(rule, 'AlertRule'),
      host: host ?? undefined,
      tag: tag ?? undefined,
      until,
      reason,
    };
    const made = await this.deps.silences.create(draft, operatorOrigin(context, await requireViewer(context)));
    return (await this.#shapeFor([made]))(made);
  }

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...asksNothing('it can only tell of more'), ...audited('silence_end') })
  @Mutation(() => Boolean, {
    description: 'Ends a silence early; false if it is already over. For operators and staff.',
  })
  async endSilence(
    @Arg('id', () => ID, { description: 'Id of one of `silences`; NOT_FOUND for any other.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<boolean> {
    const number = rowId(localId(id, 'Silence'));
    if (number === undefined) throw new NotFound('alerts.noSuchSilence');
    return this.deps.silences.end(number, operatorOrigin(context, await requireViewer(context)));
  }

  /** Returns a function that shapes these silences, including their rules and hosts. */
  async #shapeFor(silences: readonly Silence[]): Promise<(silence: Silence) => SilenceType> {
    const { shownAlertRules, knownHosts, clock } = this.deps;
    const ids = silences.map(({ ruleId }) => ruleId).filter((id) => id !== null);
    const rules = new Map((await shownAlertRules.byIds(ids)).map((shown) => [shown.rule.id, shapeAlertRule(shown)]));
    const hosts = hostNames(await knownHosts.list());
    const now = clock.now();
    return ({ id, ruleId, hostNumber, tag, reason, fromAt, untilAt, createdBy, endedAt }) => ({
      id: globalId('Silence', id),
      rule: ruleId === null ? null : (rules.get(ruleId) ?? null),
      host: hostNumber === null ? null : String(hostNumber),
      hostName: hostNumber === null ? null : (hosts.get(hostNumber) ?? null),
      tag,
      reason,
      from: fromAt.toISOString(),
      until: untilAt.toISOString(),
      createdBy,
      endedAt: endedAt?.toISOString() ?? null,
      state: endedAt === null && untilAt > now ? 'ACTIVE' : 'ENDED',
    });
  }
}
