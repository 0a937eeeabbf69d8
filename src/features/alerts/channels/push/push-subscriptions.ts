import { ECDH } from 'node:crypto';
import type { Authority } from '../../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../../platform/db/database.js';
import { lockWithin } from '../../../../platform/db/lock-within.js';
import { queryRows } from '../../../../platform/db/query-rows.js';
import { RECEIVER_MAX_LENGTH } from '../../../../platform/outbox/outbox-message.entity.js';
import type { Guard } from '../../../../platform/outgoing/address-guard.js';
import { InvalidFields, InvalidRequest } from '../../../../shared/errors/errors.js';
import type { Clock } from '../../../../shared/time/clock.js';
import { Channel } from '../channel.entity.js';
import { ENDPOINT_MAX_LENGTH, PushSubscription } from './push-subscription.entity.js';

/** As many browsers as one account has; one more takes the place of the oldest. */
const BROWSERS_OF_USER_MAX = 10;

/** As many browsers as there are in all, apart from those of the staff. */
const BROWSERS_MAX = 1000;

/** The longest name of a host (RFC 1035). */
const HOST_MAX_LENGTH = 253;

const AUTH_BYTES = 16;

/** What a browser tells of itself when it subscribes. */
export interface PushSubscriptionForm {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Who wants to be told. */
export type BrowserOwner = Pick<Authority, 'userId' | 'credential'>;

/** Checks again, within a transaction, that somebody is still signed in (promise 41). @throws {NotAuthenticated} */
export type ConfirmOwner = (unit: UnitOfWork, owner: BrowserOwner) => Promise<void>;

/** Chooses some of several accounts. */
export type SomeUsers = (unit: UnitOfWork, ids: readonly number[]) => Promise<ReadonlySet<number>>;

/** A browser that messages go to. */
export interface PushRecipient {
  /** The number of the browser. */
  readonly address: string;
  /** The host of its push service. */
  readonly receiver: string;
  readonly userId: number;
  readonly isStaff: boolean;
}

interface PushSubscriptionsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly guard: Pick<Guard, 'checkUrl'>;
  readonly confirmOwner: ConfirmOwner;
  /** Of some accounts, those that may still log in. */
  readonly activeUsers: SomeUsers;
  /** Of some accounts, those of the staff that may still log in. */
  readonly activeStaff: SomeUsers;
}

/** The browsers that their users want to be told by (contract 12). */
export class PushSubscriptions {
  constructor(private readonly deps: PushSubscriptionsDeps) {}

  /** Whether a channel sends to browsers. */
  async areWanted(): Promise<boolean> {
    return (await this.deps.em.fork().count(Channel, { kind: 'WEB_PUSH', isActive: true })) > 0;
  }

  /** The browsers of a user, the newest first. */
  ofUser(userId: number): Promise<PushSubscription[]> {
    return this.deps.em.fork().find(PushSubscription, { userId }, { orderBy: { id: 'desc' } });
  }

  /**
   * Adds a browser, or gives it to who uses it now.
   *
   * @throws {InvalidFields} for what no browser tells. @throws {InvalidRequest} when there are too many.
   */
  async subscribe(
    { isStaff, ...owner }: BrowserOwner & { readonly isStaff: boolean },
    form: PushSubscriptionForm,
    browser: string,
  ): Promise<PushSubscription> {
    this.#check(form);
    const { endpoint, p256dh, auth } = form;
    const { userId } = owner;
    const row = { userId, endpoint, p256dh, auth, browser: browser.slice(0, 100), createdAt: this.deps.clock.now() };
    return this.deps.em.fork().transactional(async (unit) => {
      // Two tabs of a browser subscribe the same address at once, and what others add at the same time counts as well.
      await lockWithin(unit, 'push subscriptions');
      await this.deps.confirmOwner(unit, owner);
      // Written anew, so that the newest have the greatest ids.
      await unit.nativeDelete(PushSubscription, { endpoint });
      if (!isStaff && (await unit.count(PushSubscription, {})) >= BROWSERS_MAX) {
        throw new InvalidRequest('alerts.push.tooMany');
      }
      const subscription = unit.create(PushSubscription, row, { persist: true });
      await unit.flush();
      const surplus = await unit.find(
        PushSubscription,
        { userId },
        { orderBy: { id: 'desc' }, offset: BROWSERS_OF_USER_MAX, limit: BROWSERS_OF_USER_MAX },
      );
      await unit.nativeDelete(PushSubscription, { id: { $in: surplus.map(({ id }) => id) } });
      return subscription;
    });
  }

  /** Removes a browser of a user. @returns whether there was one. */
  async unsubscribe(owner: BrowserOwner, endpoint: string): Promise<boolean> {
    return this.deps.em.fork().transactional(async (unit) => {
      await this.deps.confirmOwner(unit, owner);
      return (await unit.nativeDelete(PushSubscription, { userId: owner.userId, endpoint })) > 0;
    });
  }

  /** All browsers whose users may log in, the newest first. */
  async recipients(unit: UnitOfWork): Promise<PushRecipient[]> {
    const fields = ['id', 'userId', 'endpoint'] as const;
    const all = await unit.find(PushSubscription, {}, { fields, orderBy: { id: 'desc' }, disableIdentityMap: true });
    const userIds = [...new Set(all.map(({ userId }) => userId))];
    const active = await this.deps.activeUsers(unit, userIds);
    const staff = await this.deps.activeStaff(unit, userIds);
    return all
      .filter(({ userId }) => active.has(userId))
      .map(({ id, userId, endpoint }) => ({
        address: String(id),
        receiver: receiverOf(endpoint),
        userId,
        isStaff: staff.has(userId),
      }));
  }

  /**
   * Removes the browsers of accounts that are gone or may no longer log in, and those that a message was given up for: each
   * further one would be a row that nobody ever gets (promise 43).
   */
  async prune(): Promise<void> {
    const unit = this.deps.em.fork();
    await queryRows(
      unit,
      `delete from push_subscriptions where cast(id as varchar(20)) in (
        select address from outbox_messages where lane = 'push' and state = 'failed')`,
    );
    const all = await unit.find(PushSubscription, {}, { fields: ['id', 'userId'], disableIdentityMap: true });
    const active = await this.deps.activeUsers(unit, [...new Set(all.map(({ userId }) => userId))]);
    const gone = all.filter(({ userId }) => !active.has(userId)).map(({ id }) => id);
    if (gone.length > 0) await unit.nativeDelete(PushSubscription, { id: { $in: gone } });
  }

  #check({ endpoint, p256dh, auth }: PushSubscriptionForm): void {
    const url = endpoint.length <= ENDPOINT_MAX_LENGTH && URL.canParse(endpoint) ? new URL(endpoint) : undefined;
    // Push services have https alone (RFC 8030 §8). By it, no name that leads inwards gets an answer: its certificate is missing.
    if (url?.href !== endpoint || url.protocol !== 'https:' || url.hostname.length > HOST_MAX_LENGTH) {
      throw new InvalidFields({ endpoint: ['alerts.push.notABrowser'] });
    }
    try {
      this.deps.guard.checkUrl(url);
    } catch {
      throw new InvalidFields({ endpoint: ['alerts.push.notABrowser'] });
    }
    if (!isPublicKey(p256dh)) throw new InvalidFields({ p256dh: ['alerts.push.notABrowser'] });
    const isAuth = /^[\w-]+$/.test(auth) && Buffer.from(auth, 'base64url').length === AUTH_BYTES;
    if (!isAuth) throw new InvalidFields({ auth: ['alerts.push.notABrowser'] });
  }
}

/** The host of a push service. No host has a longer name than fits; earlier versions took any. */
function receiverOf(endpoint: string): string {
  return new URL(endpoint).host.slice(0, RECEIVER_MAX_LENGTH);
}

/** A point of the curve, uncompressed: with any other, nothing could be encrypted. */
function isPublicKey(text: string): boolean {
  if (!/^[\w-]{87}$/.test(text)) return false;
  try {
    return ECDH.convertKey(text, 'prime256v1', 'base64url', 'base64url', 'uncompressed') === text;
  } catch {
    return false;
  }
}
