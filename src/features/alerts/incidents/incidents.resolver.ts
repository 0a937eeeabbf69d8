import {
  Arg,
  Args,
  Authorized,
  Ctx,
  Directive,
  Extensions,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { ownOrigin } from '../../../platform/audit/origin.js';
import { buildConnection, type Connection } from '../../../platform/graphql/connection.type.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { asksNothing, audited, costs, NO_PERSONAL_TOKEN, scope } from '../../../platform/graphql/field-marks.js';
import { PageArgs, pageSize, readPageRequest } from '../../../platform/graphql/page-arguments.js';
import { requireViewer, SEES_MACHINES } from '../../../platform/graphql/viewer-guard.js';
import { NotFound } from '../../../shared/errors/errors.js';
import { localId } from '../../../shared/global-id.js';
import { rowId } from '../../../shared/row-id.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { VisibleHosts } from '../../monitoring/hosts/visible-hosts.js';
import type { Incident } from './incident.entity.js';
import { IncidentConnection, IncidentStateType, IncidentType, shapeIncident } from './incident.type.js';
import { VISIBLE_INCIDENTS_TOPIC } from './incident-feed.js';
import { readIncidentFilter } from './incident-filter.js';
import type { Incidents } from './incidents.js';

interface IncidentsDeps {
  readonly incidents: Incidents;
  readonly visibleHosts: Pick<VisibleHosts, 'numbers'>;
  readonly clock: Clock;
}

/** Shows the incidents of the hosts that a caller sees (contract 12, decision 109). */
@Resolver(() => IncidentType)
export class IncidentsResolver {
  constructor(private readonly deps: IncidentsDeps) {}

  @Authorized(SEES_MACHINES)
  @Extensions({ ...scope('READ'), ...pageSize(25) })
  @Query(() => IncidentConnection, { description: 'Incidents, newest first.' })
  async incidents(
    @Args(() => PageArgs) paging: PageArgs,
    @Arg('state', () => IncidentStateType, {
      nullable: true,
      description: 'State of the incidents to list; all if omitted.',
    })
    state: keyof typeof IncidentStateType | null | undefined,
    @Arg('host', () => ID, {
      nullable: true,
      description: 'Host of the incidents to list, one of `hosts`; all hosts if omitted.',
    })
    host: string | null | undefined,
    @Arg('rule', () => ID, {
      nullable: true,
      description: 'Rule of the incidents to list, one of `alertRules`; all rules if omitted.',
    })
    rule: string | null | undefined,
    @Arg('from', () => DateTime, {
      nullable: true,
      description: 'Beginning of the range: only incidents that were open after this time; ISO 8601 with a time zone.',
    })
    from: string | null | undefined,
    @Arg('to', () => DateTime, {
      nullable: true,
      description: 'End of the range: only incidents that began before this time; ISO 8601 with a time zone.',
    })
    to: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<Connection<IncidentType>> {
    const { incidents, visibleHosts } = this.deps;
    const visible = await visibleHosts.numbers(await requireViewer(context));
    const filter = { ...readIncidentFilter({ state, host, rule, from, to }), ...(visible && { visible }) };
    const page = await incidents.page(filter, readPageRequest(paging, ['number']));
    return buildConnection(page, (incident) => shapeIncident(incident, this.deps.clock.now()));
  }

  @Authorized(SEES_MACHINES)
  @Extensions(scope('READ'))
  @Query(() => IncidentType, { nullable: true, description: 'An incident; null if it does not exist.' })
  async incident(
    @Arg('id', () => ID, { description: 'Id of one of `incidents`.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<IncidentType | null> {
    const viewer = await requireViewer(context);
    const number = rowId(localId(id, 'Incident'));
    const found = number === undefined ? null : await this.deps.incidents.visible(number, viewer);
    return found && shapeIncident(found, this.deps.clock.now());
  }

  @Authorized(SEES_MACHINES)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...asksNothing('the incident stays, and its end is told'),
    ...audited('incident_acknowledge'),
  })
  @Mutation(() => IncidentType, {
    description:
      'Records that the caller has seen an ongoing incident, which stops its repeated messages. Members may do so once for each incident, if the rule lets them.',
  })
  async acknowledgeIncident(
    @Arg('id', () => ID, { description: 'Id of an open incident.' }) id: string,
    @Arg('note', () => String, { nullable: true, description: 'Note, at most 500 characters.' })
    note: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<IncidentType> {
    const number = rowId(localId(id, 'Incident'));
    if (number === undefined) throw new NotFound('alerts.noSuchIncident');
    const by = await requireViewer(context);
    const incident = await this.deps.incidents.acknowledge(number, note ?? '', { by, origin: ownOrigin(context, by) });
    return shapeIncident(incident, this.deps.clock.now());
  }

  @Extensions(costs(2))
  @FieldResolver(() => Boolean, {
    description: 'Whether the caller may acknowledge it now, or change the note of the acknowledgement.',
  })
  async mayAcknowledge(@Root() { number }: IncidentType, @Ctx() context: GraphQLContext): Promise<boolean> {
    const { incidents } = this.deps;
    const viewer = await requireViewer(context);
    const incident = await incidents.visible(number, viewer);
    return incident !== null && incidents.mayAcknowledge(incident, viewer);
  }

  @Authorized(SEES_MACHINES)
  @Extensions(scope('READ'))
  @Subscription(() => IncidentType, {
    name: 'incidents',
    description: 'Open incidents immediately, then each one that begins, changes or ends.',
    topics: VISIBLE_INCIDENTS_TOPIC,
    topicId:
      ({ context }) =>
      () =>
        requireViewer(context),
  })
  pushedIncidents(@Root() incident: Incident): IncidentType {
    return shapeIncident(incident, this.deps.clock.now());
  }
}
