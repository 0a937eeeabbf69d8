import type { UnitOfWork } from '../../../../platform/db/database.js';
import { NotWanted } from '../../../../platform/outbox/delivery-failure.js';
import type { Guard } from '../../../../platform/outgoing/address-guard.js';
import { sendRequest } from '../../../../platform/outgoing/send-request.js';
import type { SingleLookups } from '../../../../platform/outgoing/single-lookups.js';
import type { Clock } from '../../../../shared/time/clock.js';
import type { Units } from '../../../../shared/units/units.js';
import { bodyText, cut, type WrittenMessage } from '../messages/write-message.js';
import type { PushKeys } from '../push/push-keys.js';
import { PushSubscription } from '../push/push-subscription.entity.js';
import type { Delivery } from './delivery.js';
import { asDeliveryFailure, checkTaken } from './provider-answer.js';

/** Maximum lengths in characters. Push services accept about 4,000 bytes, encrypted. */
const TITLE_MAX_LENGTH = 200;
const BODY_MAX_LENGTH = 600;

/** How long a push service keeps a message for an offline browser. */
const TTL_SECONDS = 24 * 3600;

/** Statuses of push services meaning that a browser no longer exists. */
const GONE: readonly number[] = [404, 410];

/** The JSON payload that the page's service worker receives. */
export interface PushPayload {
  /** The same on every attempt. It is also the notification's tag, so a repetition replaces the first one. */
  readonly id: string;
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** Path and query of the page that a click opens. */
  readonly url: string;
}

interface PushSenderDeps {
  readonly em: UnitOfWork;
  readonly guard: Guard;
  /** For browsers of non-staff; resolves names with {@link lookups}. */
  readonly guardOfOthers: Guard;
  readonly lookups: Pick<SingleLookups, 'whenIdle'>;
  readonly clock: Clock;
  readonly keys: PushKeys;
  readonly publicUrl: string;
  readonly isActiveUser: (userId: number) => Promise<boolean>;
  readonly unitsOfUser: (userId: number) => Promise<Units>;
}

/**
 * Sends messages to browsers, encrypted for each one (RFC 8030, 8291, 8292). This is the only file that uses web-push.
 */
export class PushSender {
  constructor(private readonly deps: PushSenderDeps) {}

  /** Sends a message, written in the units of the browser's owner. @throws {Rejected | NotSent | NotWanted} */
  async send(
    { address, messageId, isUrgent }: Delivery,
    write: (units: Units) => WrittenMessage,
    signal: AbortSignal,
  ): Promise<string> {
    const em = this.deps.em.fork();
    const subscription = await em.findOne(PushSubscription, { id: Number(address) });
    if (!subscription) throw new NotWanted('recipient_gone');
    if (!(await this.deps.isActiveUser(subscription.userId))) return this.#forget(subscription);
    const written = write(await this.deps.unitsOfUser(subscription.userId));
    const { clock, lookups } = this.deps;
    const guard = isUrgent ? this.deps.guard : this.deps.guardOfOthers;
    const { endpoint, headers, body } = await this.#requestTo(subscription, buildPayload(messageId, written), written);
    try {
      const request = { url: new URL(endpoint), method: 'POST', headers, body, signal } as const;
      const answer = await sendRequest(request, { guard, clock });
      if (GONE.includes(answer.status)) return await this.#forget(subscription);
      return checkTaken(answer, [endpoint], clock.now());
    } catch (error) {
      throw asDeliveryFailure(error);
    } finally {
      // A look-up continues after its request has been abandoned, and the next one would only have to wait for it.
      if (!isUrgent) await Promise.race([lookups.whenIdle(), whenAborted(signal)]);
    }
  }

  async #requestTo({ endpoint, p256dh, auth }: PushSubscription, payload: PushPayload, { worst }: WrittenMessage) {
    const { keys, publicUrl } = this.deps;
    const { default: webPush } = await import('web-push');
    const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
      vapidDetails: { subject: subjectOf(publicUrl), ...keys },
      contentEncoding: 'aes128gcm',
      TTL: TTL_SECONDS,
      urgency: worst === 'BAD' ? 'high' : 'normal',
    });
    const headers = Object.entries(details.headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
    return { endpoint, headers: Object.fromEntries(headers) as Record<string, string>, body: details.body as Buffer };
  }

  async #forget({ id }: PushSubscription): Promise<never> {
    await this.deps.em.fork().nativeDelete(PushSubscription, { id });
    throw new NotWanted('recipient_gone');
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function buildPayload(id: string, written: WrittenMessage): PushPayload {
  const { pathname, search } = new URL(written.url);
  return {
    id,
    tag: id,
    title: cut(written.title, TITLE_MAX_LENGTH),
    body: bodyText(written, BODY_MAX_LENGTH, { withUrls: false }),
    url: pathname + search,
  };
}

/** Returns the contact URL for push services (RFC 8292 §2.1), which is an https or mailto URL. */
function subjectOf(publicUrl: string): string {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' ? publicUrl : `mailto:vigia@${hostname}`;
}
