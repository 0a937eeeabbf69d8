import { InvalidFields } from '../../../shared/errors/errors.js';
import { rowId } from '../../../shared/row-id.js';
import type { Clock } from '../../../shared/time/clock.js';
import { serverTimeZone } from '../../../shared/units/units.js';
import { isUnreadable } from '../../conversion/rules/unreadable.js';
import type { MeasuredHosts } from '../../monitoring/hosts/measured-hosts.js';
import { fillWindows } from '../evaluation/fill-windows.js';
import { type Evaluation, evaluate } from '../rules/evaluate.js';
import { type AlertExpression, parseAlertExpression } from '../rules/expression/alert-expression.js';
import type { AlertExpressionProblem } from '../rules/expression/alert-expression-problem.js';
import { type Outage, withoutOutages } from '../rules/outages.js';
import { isTimeZone } from '../rules/time-zone.js';
import { freshMs } from '../rules/windows/windows.js';
import type { PreviewQueue } from './preview-queue.js';

export interface ExpressionContext {
  /** A host id; undefined means the default host. */
  readonly host: string | undefined;
  /** An IANA name; undefined means the server's time zone. */
  readonly timeZone: string | undefined;
  /** The account making the request, for its turn in the queue. */
  readonly userId: number;
}

export interface PresentExpression {
  readonly expression: AlertExpression;
  readonly evaluation: Evaluation;
}

interface PresentExpressionsDeps {
  readonly hosts: MeasuredHosts;
  readonly clock: Clock;
  readonly outages: () => Promise<readonly Outage[]>;
  readonly queue: PreviewQueue;
}

/** Long enough to cover the current minute, since an agent delivers a minute some seconds after its end. */
const OPEN_MINUTE_MS = 75_000;

/** Evaluates expressions as they are typed, on the current values of a host. */
export class PresentExpressions {
  constructor(private readonly deps: PresentExpressionsDeps) {}

  /**
   * @returns the expression with its current value, or its error.
   * @throws {InvalidFields} naming `host` or `timeZone`.
   * @throws {Busy} if too many previews are waiting.
   */
  async read(text: string, context: ExpressionContext): Promise<PresentExpression | AlertExpressionProblem> {
    const timeZone = readTimeZone(context.timeZone);
    const expression = parseAlertExpression(text, { refusesConstants: true });
    if (isUnreadable<AlertExpressionProblem>(expression)) return expression.problem;
    const evaluate = () => this.#evaluate(expression, { host: context.host, timeZone });
    return { expression, evaluation: await this.deps.queue.run([String(context.userId)], evaluate) };
  }

  async #evaluate(
    expression: AlertExpression,
    { host: id, timeZone }: { readonly host: string | undefined; readonly timeZone: string },
  ): Promise<Evaluation> {
    const { hosts, clock } = this.deps;
    const host = await findHost(hosts, id);
    const now = clock.now();
    const open = host.source !== 'OWN' ? { newestCoversMs: Math.max(OPEN_MINUTE_MS, freshMs(host.intervalMs)) } : {};
    const { windows } = await fillWindows({ hosts, host, expressions: [expression], now, ...open });
    const read = withoutOutages(windows.at(now.getTime()), now.getTime(), await this.deps.outages());
    return evaluate(expression, read, now.getTime(), timeZone);
  }
}

/** Finds the host with an id, or the default host. @throws {InvalidFields} naming `host` if there is none. */
export async function findHost(hosts: MeasuredHosts, id: string | undefined) {
  const number = id === undefined ? hosts.shownNumber : rowId(id);
  const host = (await hosts.list()).find((one) => one.number === number);
  if (!host) throw new InvalidFields({ host: ['alerts.noSuchHost'] });
  return host;
}

/** Parses a time zone argument. @throws {InvalidFields} naming `timeZone`. */
export function readTimeZone(name: string | undefined): string {
  if (name === undefined) return serverTimeZone();
  if (!isTimeZone(name)) throw new InvalidFields({ timeZone: ['alerts.notATimeZone'] });
  return name;
}
