import { Arg, Args, Authorized, Ctx, Directive, Extensions, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { type Origin, operatorOrigin } from '../../../platform/audit/origin.js';
import { buildConnection, type Connection } from '../../../platform/graphql/connection.type.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { ASKS_AGAIN, asksNothing, audited, NO_PERSONAL_TOKEN, scope } from '../../../platform/graphql/field-marks.js';
import { PageArgs, pageSize, readPageRequest } from '../../../platform/graphql/page-arguments.js';
import { OPERATOR, requireViewer } from '../../../platform/graphql/viewer-guard.js';
import { NotFound } from '../../../shared/errors/errors.js';
import { localId } from '../../../shared/global-id.js';
import { rowId } from '../../../shared/row-id.js';
import type { AlertRule } from '../alert-rule.entity.js';
import { AlertRuleInput, buildDraft } from './alert-rule.input.js';
import { AlertRuleConnection, AlertRuleType, shapeAlertRule } from './alert-rule.type.js';
import type { AlertRules } from './alert-rules.js';
import type { ShownAlertRules } from './shown-alert-rules.js';

interface AlertRulesDeps {
  readonly alertRules: AlertRules;
  readonly shownAlertRules: ShownAlertRules;
}

/** Lets operators and staff manage the alert rules (contract 12). */
@Resolver(() => AlertRuleType)
export class AlertRulesResolver {
  constructor(private readonly deps: AlertRulesDeps) {}

  @Authorized(OPERATOR)
  @Extensions({ ...scope('STAFF_READ'), ...pageSize(25) })
  @Query(() => AlertRuleConnection, { description: 'Rules, in order of creation. For operators and staff.' })
  async alertRules(@Args(() => PageArgs) paging: PageArgs): Promise<Connection<AlertRuleType>> {
    const page = await this.deps.alertRules.page(readPageRequest(paging, ['number']));
    return buildConnection({ ...page, items: await this.deps.shownAlertRules.of(page.items) }, shapeAlertRule);
  }

  @Authorized(OPERATOR)
  @Extensions(scope('STAFF_READ'))
  @Query(() => AlertRuleType, {
    nullable: true,
    description: 'A rule; null if it does not exist. For operators and staff.',
  })
  async alertRule(
    @Arg('id', () => ID, { description: 'Id of one of `alertRules`.' }) id: string,
  ): Promise<AlertRuleType | null> {
    const number = rowId(localId(id, 'AlertRule'));
    const rule = number === undefined ? null : await this.deps.alertRules.find(number);
    return rule && this.#shown(rule);
  }

  @Authorized(OPERATOR)
  @Extensions(scope('STAFF_READ'))
  @Query(() => Boolean, {
    description:
      'Whether operators still have to be told that a newer version added rules, which are switched off. For operators and staff.',
  })
  alertNotice(): Promise<boolean> {
    return this.deps.alertRules.isNoticeDue();
  }

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...asksNothing('the rules that it is about stay as they are'),
    ...audited('alert_notice_dismiss'),
  })
  @Mutation(() => Boolean, {
    description: 'Ends alertNotice, as editing one of those rules does. For operators and staff.',
  })
  async dismissAlertNotice(@Ctx() context: GraphQLContext): Promise<boolean> {
    await this.deps.alertRules.dismissNotice(await originOf(context));
    return true;
  }

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...asksNothing('it can only tell of more'), ...audited('alert_rule_create') })
  @Mutation(() => AlertRuleType, { description: 'Adds a rule; there are at most 1,000. For operators and staff.' })
  async createAlertRule(
    @Arg('input', () => AlertRuleInput, { description: 'BAD_USER_INPUT names the fields that are not valid.' })
    input: AlertRuleInput,
    @Ctx() context: GraphQLContext,
  ): Promise<AlertRuleType> {
    return this.#shown(await this.deps.alertRules.create(buildDraft(input), await originOf(context)));
  }

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('alert_rule_update') })
  @Mutation(() => AlertRuleType, {
    description:
      'Changes a rule. Other conditions, or switching it off, end its open incidents without a message. For operators and staff.',
  })
  async updateAlertRule(
    @Arg('id', () => ID, { description: 'Id of one of `alertRules`; NOT_FOUND for any other.' }) id: string,
    @Arg('input', () => AlertRuleInput, { description: 'All contents: an omitted field gets its default.' })
    input: AlertRuleInput,
    @Ctx() context: GraphQLContext,
  ): Promise<AlertRuleType> {
    return this.#shown(await this.deps.alertRules.update(numberOf(id), buildDraft(input), await originOf(context)));
  }

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...asksNothing('it can only tell of more'), ...audited('alert_rule_update') })
  @Mutation(() => Int, {
    description: 'Adds a channel to the rules that have none; returns their number. For operators and staff.',
  })
  async addChannelToRules(
    @Arg('channel', () => ID, { description: 'Id of one of `channels`; NOT_FOUND for any other.' }) channel: string,
    @Ctx() context: GraphQLContext,
  ): Promise<number> {
    const number = rowId(localId(channel, 'Channel'));
    if (number === undefined) throw new NotFound('alerts.channels.noSuchChannel');
    return this.deps.alertRules.addChannel(number, await originOf(context));
  }

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('alert_rule_delete') })
  @Mutation(() => Boolean, {
    description:
      'Removes a rule, and ends its open incidents without a message; they stay in the list. For operators and staff.',
  })
  async deleteAlertRule(
    @Arg('id', () => ID, { description: 'Id of one of `alertRules`; NOT_FOUND for any other.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<boolean> {
    await this.deps.alertRules.delete(numberOf(id), await originOf(context));
    return true;
  }

  async #shown(rule: AlertRule): Promise<AlertRuleType> {
    const [shown] = await this.deps.shownAlertRules.of([rule]);
    if (!shown) throw new NotFound('alerts.noSuchRule');
    return shapeAlertRule(shown);
  }
}

async function originOf(context: GraphQLContext): Promise<Origin> {
  return operatorOrigin(context, await requireViewer(context));
}

/** @throws {NotFound} if no rule can have this id. */
function numberOf(id: string): number {
  const number = rowId(localId(id, 'AlertRule'));
  if (number === undefined) throw new NotFound('alerts.noSuchRule');
  return number;
}
