import {
  Arg,
  Authorized,
  Ctx,
  Directive,
  Extensions,
  Field,
  Float,
  ID,
  ObjectType,
  Query,
  Resolver,
} from 'type-graphql';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { costs, scope } from '../../../platform/graphql/field-marks.js';
import { requireViewer, SEES_MACHINES } from '../../../platform/graphql/viewer-guard.js';
import { namedHostArg } from '../../monitoring/hosts/named-host-arg.js';
import type { NamedHosts } from '../../monitoring/hosts/named-hosts.js';
import type { AlertSeverity } from '../alert-item.js';
import { AlertSeverityType } from '../alert-severity.type.js';
import type { AlertLimits } from './alert-limits.js';

@ObjectType('AlertLimit', { description: 'A value with which an active rule compares a measure of a host.' })
class AlertLimitType {
  @Field(() => String, {
    description: 'Name of the rule as stored: supplied rules have Portuguese names, which pages translate.',
  })
  ruleName!: string;

  @Field(() => AlertSeverityType, { description: 'That of the incidents of the rule.' })
  severity!: AlertSeverity;

  @Field(() => String, { description: 'The figure of Metrics and MetricsHistory that it compares.' })
  measure!: string;

  @Field(() => Float, { description: 'Limit in the unit of the figure; per processor for the load.' })
  limit!: number;
}

interface AlertLimitsDeps {
  readonly alertLimits: AlertLimits;
  readonly namedHosts: NamedHosts;
  readonly shownNumber: () => number | undefined;
}

/** Shows the limits that are drawn on the charts of a host that the caller sees (contract 12). */
@Resolver()
export class AlertLimitsResolver {
  constructor(private readonly deps: AlertLimitsDeps) {}

  // With a thousand rules, all for this host, reading their conditions takes some tens of milliseconds at most.
  @Authorized(SEES_MACHINES)
  @Directive('@rateLimit(limit: 240, duration: 60)')
  @Extensions({ ...costs(100), ...scope('READ') })
  @Query(() => [AlertLimitType], {
    description: 'Limits of the active rules for a host, at most 100, in order of creation of the rules.',
  })
  async alertLimits(
    @Arg('host', () => ID, namedHostArg) host: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<readonly AlertLimitType[]> {
    const { alertLimits, namedHosts, shownNumber } = this.deps;
    const named = await namedHosts.named(host, await requireViewer(context));
    const number = named?.number ?? shownNumber();
    return number === undefined ? [] : alertLimits.of(number);
  }
}
