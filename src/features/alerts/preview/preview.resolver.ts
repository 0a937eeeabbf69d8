import { Arg, Authorized, Ctx, Directive, Extensions, ID, Int, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { costs, ONE_PER_OPERATION, scope } from '../../../platform/graphql/field-marks.js';
import { OPERATOR, requireViewer } from '../../../platform/graphql/viewer-guard.js';
import { AlertBacktestType, shapeAlertBacktest } from './alert-backtest.type.js';
import { AlertExpressionType, shapeAlertExpression } from './alert-expression.type.js';
import type { Backtests } from './backtests.js';
import type { PresentExpressions } from './present-expression.js';

interface PreviewDeps {
  readonly presentExpressions: PresentExpressions;
  readonly backtests: Backtests;
}

/** Lets operators and staff try out a rule before saving it (contract 12). */
@Resolver()
export class PreviewResolver {
  constructor(private readonly deps: PreviewDeps) {}

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 120, duration: 60)')
  @Extensions({ ...costs(200), ...scope('STAFF_READ') })
  @Query(() => AlertExpressionType, {
    description: 'Parses an expression and evaluates it on a host. For operators and staff.',
  })
  async alertExpression(
    @Arg('expression', () => String, {
      description: 'Condition of at most 500 characters and 6 different comparisons.',
    })
    expression: string,
    @Arg('host', () => ID, { nullable: true, description: 'Host; the machine that the service runs on by default.' })
    host: string | null | undefined,
    @Arg('timeZone', () => String, { nullable: true, description: "Time zone; the server's by default." })
    timeZone: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<AlertExpressionType> {
    const { userId } = await requireViewer(context);
    const of = { host: host ?? undefined, timeZone: timeZone ?? undefined, userId };
    return shapeAlertExpression(await this.deps.presentExpressions.read(expression, of), context.language);
  }

  @Authorized(OPERATOR)
  @Directive('@rateLimit(limit: 30, duration: 60)')
  @Extensions({ ...ONE_PER_OPERATION, ...scope('STAFF_READ') })
  @Query(() => AlertBacktestType, {
    description: 'Evaluates a rule on the history of a host, at most 730 days. For operators and staff.',
  })
  async alertBacktest(
    @Arg('expression', () => String, {
      description: 'Condition of at most 500 characters and 6 different comparisons.',
    })
    expression: string,
    @Arg('forSeconds', () => Int, { description: 'How long the condition must be true before it fires: 0 to 86,400.' })
    forSeconds: number,
    @Arg('releaseSeconds', () => Int, {
      description: 'How long the condition must be false before it is over: 0 to 86,400.',
    })
    releaseSeconds: number,
    @Arg('host', () => ID, { nullable: true, description: 'Host; the machine that the service runs on by default.' })
    host: string | null | undefined,
    @Arg('from', () => DateTime, { description: 'Beginning of the range: ISO 8601 with a time zone.' }) from: string,
    @Arg('to', () => DateTime, { nullable: true, description: 'Now by default.' })
    to: string | null | undefined,
    @Arg('timeZone', () => String, { nullable: true, description: "Time zone; the server's by default." })
    timeZone: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<AlertBacktestType> {
    const durations = { forSeconds, releaseSeconds };
    const range = { from, to: to ?? undefined, host: host ?? undefined, timeZone: timeZone ?? undefined };
    const { userId } = await requireViewer(context);
    return shapeAlertBacktest(await this.deps.backtests.run({ expression, ...durations, ...range }, userId));
  }
}
