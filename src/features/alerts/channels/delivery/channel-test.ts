import { randomUUID } from 'node:crypto';
import type { AuditTrail } from '../../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../../platform/db/database.js';
import { DeliveryFailure, type FailureReason } from '../../../../platform/outbox/delivery-failure.js';
import type { ReportFailure } from '../../../../shared/errors/report-failure.js';
import type { Clock } from '../../../../shared/time/clock.js';
import type { AlertItem } from '../../alert-item.js';
import type { Channel } from '../channel.entity.js';
import { settingsOf } from '../channels.js';
import type { PushSubscriptions } from '../push/push-subscriptions.js';
import type { ChannelSender } from './channel-sender.js';

/** Time limit for a whole test, no matter how many recipients there are. */
const TIMEOUT_MS = 20_000;

/** Maximum number of browsers a test is sent to. */
const BROWSERS_MAX = 20;

export interface ChannelTestResult {
  readonly isDelivered: boolean;
  /** Why the test was not delivered; null if it was. */
  readonly reason: FailureReason | null;
  /** The provider's answer, or details of the reason; may be empty. */
  readonly answer: string;
  readonly durationMs: number;
}

interface ChannelTestsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly sender: Pick<ChannelSender, 'send'>;
  readonly pushSubscriptions: Pick<PushSubscriptions, 'recipients' | 'ofUser'>;
  readonly publicUrl: string;
  readonly report: ReportFailure;
}

/** Sends a test through a channel immediately, bypassing the outbox so that the answer can be shown (contract 12). */
export class ChannelTests {
  constructor(private readonly deps: ChannelTestsDeps) {}

  /**
   * Tests a channel, whether it is active or not. Only the caller's browsers receive the test or, if there is no
   * caller, those of staff.
   */
  async test(channel: Channel, origin: Origin): Promise<ChannelTestResult> {
    const startedMs = performance.now();
    const result = await this.#send(channel, origin);
    await this.deps.audit.record({
      event: 'channel_test',
      result: result.isDelivered ? 'success' : 'failure',
      origin,
      username: '',
      change: { after: { name: channel.name, answer: [result.reason, result.answer].filter(Boolean).join(': ') } },
    });
    return { ...result, durationMs: Math.round(performance.now() - startedMs) };
  }

  async #send(channel: Channel, origin: Origin): Promise<Omit<ChannelTestResult, 'durationMs'>> {
    const addresses = await this.#addressesOf(channel, origin);
    const item = this.#item();
    const content = { items: [item], more: 0, heldByLimit: 0, heldByQuiet: 0 };
    const overdue = new AbortController();
    const stopTimer = this.deps.clock.after(TIMEOUT_MS, () => overdue.abort());
    try {
      const answers: string[] = [];
      if (addresses.length === 0) return failed('recipient_gone');
      for (const address of addresses) {
        const delivery = {
          channel,
          content,
          messageId: this.#messageId(channel),
          queuedAt: this.deps.clock.now(),
          address,
          isUrgent: true,
        };
        answers.push(await this.deps.sender.send(delivery, overdue.signal));
      }
      return { isDelivered: true, reason: null, answer: [...new Set(answers)].filter(Boolean).join(' | ') };
    } catch (error) {
      if (overdue.signal.aborted) return failed('too_slow');
      if (error instanceof DeliveryFailure) return failed(error.reason, error.detail);
      return failed('unexpected', String(this.deps.report(error)));
    } finally {
      stopTimer();
    }
  }

  /** Returns the recipients, or a single null if the channel itself is the recipient. */
  async #addressesOf(channel: Channel, { by }: Origin): Promise<readonly (string | null)[]> {
    if (channel.kind === 'EMAIL') return settingsOf(channel).addresses ?? [];
    if (channel.kind !== 'WEB_PUSH') return [null];
    const { em, pushSubscriptions } = this.deps;
    if (by) return (await pushSubscriptions.ofUser(by.userId)).map(({ id }) => String(id));
    // Leave out browsers of non-staff if possible, since one whose push service does not answer uses up the time of the
    // test.
    const all = await pushSubscriptions.recipients(em.fork());
    const ofStaff = all.filter(({ isStaff }) => isStaff);
    return (ofStaff.length > 0 ? ofStaff : all).slice(0, BROWSERS_MAX).map(({ address }) => address);
  }

  #messageId({ kind }: Channel): string {
    return kind === 'EMAIL' ? `<${randomUUID()}@${new URL(this.deps.publicUrl).hostname}>` : randomUUID();
  }

  #item(): AlertItem {
    return {
      id: randomUUID(),
      incidentId: null,
      kind: 'test',
      rule: '',
      severity: 'WARNING',
      host: '',
      expression: '',
      startedAt: this.deps.clock.now().toISOString(),
      forSeconds: 0,
      atoms: [],
      incidentUrl: `${this.deps.publicUrl}/sistema/alertas/`,
    };
  }
}

function failed(reason: FailureReason, answer = '') {
  return { isDelivered: false, reason, answer };
}
