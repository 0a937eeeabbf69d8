import {
  Arg,
  Args,
  Authorized,
  Ctx,
  Directive,
  Extensions,
  ID,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { buildConnection, type Connection } from '../../../platform/graphql/connection.type.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { ONE_PER_OPERATION, SHARED_FIELD, scope } from '../../../platform/graphql/field-marks.js';
import { PageArgs, pageSize, readPageRequest } from '../../../platform/graphql/page-arguments.js';
import { requireViewer, SEES_MACHINES } from '../../../platform/graphql/viewer-guard.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { RecentMinutes } from '../history/recent-minutes.js';
import { HostConnection, HostOrderType, HostStateType, HostType, hostOf, isOutdatedAgent } from '../host.type.js';
import { HostSparklinesType, shapeSparklines } from '../host-sparklines.type.js';
import { readSparklines, SPARKLINES_MAX } from './host-sparklines.js';
import { namedHostArg } from './named-host-arg.js';
import type { NamedHosts } from './named-hosts.js';
import { listHosts } from './status/host-list.js';
import type { HostState } from './status/host-states.js';
import { HOSTS_TOPIC, type HostsTopicId, WATCHED_MAX } from './subscriptions/host-pushes.js';
import { HostsTickType } from './subscriptions/hosts-tick.type.js';
import type { HostsTick } from './subscriptions/rows-view.js';
import type { VisibleHosts } from './visible-hosts.js';

interface HostsDeps {
  readonly visibleHosts: VisibleHosts;
  readonly namedHosts: NamedHosts;
  readonly recentMinutes: RecentMinutes;
  readonly clock: Pick<Clock, 'now'>;
  /** The number of the default host; undefined until there is one. */
  readonly shownNumber: () => number | undefined;
}

/** Queries for the measured machines that the caller sees (contract 13, decision 109). */
@Resolver()
export class HostsResolver {
  constructor(private readonly deps: HostsDeps) {}

  @Authorized(SEES_MACHINES)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...scope('READ'), ...pageSize(25) })
  @Query(() => HostConnection, { description: 'Measured machines; retired ones only if asked for.' })
  async hosts(
    @Arg('search', () => String, { nullable: true, description: 'Part of the name or of the host name.' })
    search: string | null | undefined,
    @Arg('tag', () => String, {
      nullable: true,
      description: 'Tag of the hosts to list, as `hostTags` spells it; all if omitted.',
    })
    tag: string | null | undefined,
    @Arg('state', () => HostStateType, {
      nullable: true,
      description: 'State of the hosts to list; all but retired ones if omitted.',
    })
    state: HostState | null | undefined,
    @Arg('isOutdated', () => Boolean, {
      nullable: true,
      description: 'Whether to list only those whose agent is older than the service, or only all others.',
    })
    isOutdated: boolean | null | undefined,
    @Arg('order', () => HostOrderType, { defaultValue: HostOrderType.NAME, description: 'By name if omitted.' })
    order: keyof typeof HostOrderType,
    @Args(() => PageArgs) paging: PageArgs,
    @Ctx() context: GraphQLContext,
  ): Promise<HostConnection> {
    const request =
      order === 'NAME'
        ? { order, ...readPageRequest(paging, ['string', 'number']) }
        : { order, ...readPageRequest(paging, ['number', 'number', 'number']) };
    const all = await this.deps.visibleHosts.list(await requireViewer(context));
    const hosts = isOutdated == null ? all : all.filter((host) => isOutdatedAgent(host) === isOutdated);
    const filter = { search: search ?? undefined, tag: tag ?? undefined, state: state ?? undefined };
    const { page, totalCount, counts } = listHosts(hosts, filter, request);
    const own = this.deps.shownNumber();
    const connection: Connection<HostType> = buildConnection(page, (host) => hostOf(host, own));
    const { LIVE: live, LATE: late, AWAY: away, RETIRED: retired, WAITING: waiting } = counts;
    return { ...connection, totalCount, counts: { live, late, away, retired, waiting } };
  }

  @Authorized(SEES_MACHINES)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions(scope('READ'))
  @Query(() => HostType, { nullable: true, description: 'A machine, with its facts and state.' })
  async host(
    @Arg('id', () => ID, namedHostArg) id: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<HostType> {
    const { namedHosts, shownNumber } = this.deps;
    const [own, viewer] = [shownNumber(), await requireViewer(context)];
    return hostOf((await namedHosts.named(id, viewer)) ?? (await namedHosts.find(String(own), viewer)), own);
  }

  @Authorized(SEES_MACHINES)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions(scope('READ'))
  @Query(() => [String], {
    description: 'Tags of the machines that are not retired, in alphabetical order.',
  })
  async hostTags(@Ctx() context: GraphQLContext): Promise<string[]> {
    const hosts = await this.deps.visibleHosts.list(await requireViewer(context));
    const tags = hosts.filter(({ state }) => state !== 'RETIRED').flatMap((host) => host.tags);
    return [...new Set(tags)].sort();
  }

  @Authorized(SEES_MACHINES)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...ONE_PER_OPERATION, ...scope('READ') })
  @Query(() => HostSparklinesType, {
    description: 'The last hour of the given machines, a figure for each minute: for the small charts of a list.',
  })
  async hostSparklines(
    @Arg('ids', () => [ID], {
      description: `Ids of 1 to ${SPARKLINES_MAX} machines, repeated ones included; each machine is answered once.`,
    })
    ids: string[],
    @Ctx() context: GraphQLContext,
  ): Promise<HostSparklinesType> {
    const { visibleHosts, recentMinutes: minutes, clock } = this.deps;
    const visible = await visibleHosts.list(await requireViewer(context));
    return shapeSparklines(await readSparklines(ids, { visible, minutes, clock }));
  }

  @Authorized(SEES_MACHINES)
  @Extensions({ ...SHARED_FIELD, ...scope('READ') })
  @Subscription(() => HostsTickType, {
    name: 'hosts',
    description: 'A row for each of the given machines immediately, then on each tick one for each that has changed.',
    topics: HOSTS_TOPIC,
    topicId: ({ args, context }): HostsTopicId => ({ ids: args.ids, accessOf: () => requireViewer(context) }),
  })
  pushedHosts(
    @Root() tick: HostsTick,
    @Arg('ids', () => [ID], {
      description: `Ids of 1 to ${WATCHED_MAX} machines; a row refers to one by its index here, from 0.`,
    })
    _ids: string[],
  ): HostsTickType {
    return tick;
  }
}
