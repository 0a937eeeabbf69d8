import { ECDH } from 'node:crypto';
import type { Authority } from '../../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../../platform/db/database.js';
import { lockWithin } from '../../../../platform/db/lock-within.js';
import { queryRows } from '../../../../platform/db/query-rows.js';
import { RECEIVER_MAX_LENGTH } from '../../../../platform/outbox/outbox-message.entity.js';
import type { Guard } from '../../../../platform/outgoing/address-guard.js';
import { OutgoingFailure } from '../../../../platform/outgoing/outgoing-failure.js';
import { InvalidFields, InvalidRequest, NotInDemonstration } from '../../../../shared/errors/errors.js';
import { type MachineAccess, NO_MACHINES } from '../../../../shared/identity/machine-access.js';
import type { Clock } from '../../../../shared/time/clock.js';
import { Channel } from '../channel.entity.js';
import { ENDPOINT_MAX_LENGTH, PushSubscription } from './push-subscription.entity.js';

/** Maximum number of browsers per account; each additional one replaces the oldest. */
const BROWSERS_OF_USER_MAX = 10;

/** Total number of browsers from which only staff can add more. */
const BROWSERS_MAX = 1000;

/** Maximum length of a host name (RFC 1035). */
const HOST_MAX_LENGTH = 253;

const AUTH_BYTES = 16;

export interface PushSubscriptionForm {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export type BrowserOwner = Pick<Authority, 'userId' | 'credential'>;

/** Checks again, within a transaction, that the user is still signed in (promise 41). @throws {NotAuthenticated} */
export type ConfirmOwner = (unit: UnitOfWork, owner: BrowserOwner) => Promise<void>;

/** Returns the subset of the given accounts that meet a condition. */
export type SomeUsers = (unit: UnitOfWork, ids: readonly number[]) => Promise<ReadonlySet<number>>;

export interface PushRecipient {
  /** The browser's number. */
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
  /** Returns the subset of accounts that may still log in. */
  readonly activeUsers: SomeUsers;
  /** Returns the subset of accounts that are staff and may still log in. */
  readonly activeStaff: SomeUsers;
  readonly accessOfUsers: AccessOfUsers;
}

/** Returns the machines that each account sees which may log in. */
export type AccessOfUsers = (unit: UnitOfWork, ids: readonly number[]) => Promise<ReadonlyMap<number, MachineAccess>>;

/** Manages the browsers in which users want to receive notifications (contract 12). */
export class PushSubscriptions {
  constructor(private readonly deps: PushSubscriptionsDeps) {}

  /** Whether any active channel sends to browsers. */
  async areWanted(): Promise<boolean> {
    return (await this.deps.em.fork().count(Channel, { kind: 'WEB_PUSH', isActive: true })) > 0;
  }

  /** Lists a user's browsers, newest first. */
  ofUser(userId: number): Promise<PushSubscription[]> {
    return this.deps.em.fork().find(PushSubscription, { userId }, { orderBy: { id: 'desc' } });
  }

  /**
   * Adds a browser, or reassigns it to its current user.
   *
   * @throws {InvalidFields} for values that no browser sends.
   * @throws {InvalidRequest} if there are too many.
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
      // Two tabs of a browser may subscribe with the same URL concurrently, and browsers added by others count towards
      // the limit.
      await lockWithin(unit, 'push subscriptions');
      await this.deps.confirmOwner(unit, owner);
      // Reinserted so that the newest browsers have the highest ids.
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

  /** Removes one of a user's browsers. @returns whether there was one. */
  async unsubscribe(owner: BrowserOwner, endpoint: string): Promise<boolean> {
    return this.deps.em.fork().transactional(async (unit) => {
      await this.deps.confirmOwner(unit, owner);
      return (await unit.nativeDelete(PushSubscription, { userId: owner.userId, endpoint })) > 0;
    });
  }

  /** Returns the machines that the user of a browser sees; none if the browser is unknown, or its user may not log in. */
  async accessOfBrowser(address: string): Promise<MachineAccess> {
    const unit = this.deps.em.fork();
    const browser = await unit.findOne(PushSubscription, { id: Number(address) });
    if (!browser) return NO_MACHINES;
    return (await this.deps.accessOfUsers(unit, [browser.userId])).get(browser.userId) ?? NO_MACHINES;
  }

  /** Lists all browsers whose users may log in and see machines, newest first. */
  async recipients(unit: UnitOfWork): Promise<PushRecipient[]> {
    const fields = ['id', 'userId', 'endpoint'] as const;
    const all = await unit.find(PushSubscription, {}, { fields, orderBy: { id: 'desc' }, disableIdentityMap: true });
    const userIds = [...new Set(all.map(({ userId }) => userId))];
    const access = await this.deps.accessOfUsers(unit, userIds);
    const staff = await this.deps.activeStaff(unit, userIds);
    return all
      .filter(({ userId }) => (access.get(userId) ?? NO_MACHINES).machines !== 'NONE')
      .map(({ id, userId, endpoint }) => ({
        address: String(id),
        receiver: parseReceiver(endpoint),
        userId,
        isStaff: staff.has(userId),
      }));
  }

  /**
   * Removes the browsers of accounts that have been deleted or may no longer log in, and those to which delivery has
   * been abandoned. Every further message to them would be a row that nobody ever receives (promise 43).
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
    // Push services only use https (RFC 8030 §8). This also keeps names that resolve to internal hosts from getting an
    // answer, since those hosts lack the certificate.
    if (url?.href !== endpoint || url.protocol !== 'https:' || url.hostname.length > HOST_MAX_LENGTH) {
      throw new InvalidFields({ endpoint: ['alerts.push.notABrowser'] });
    }
    try {
      this.deps.guard.checkUrl(url);
    } catch (error) {
      if (error instanceof OutgoingFailure && error.reason === 'demonstration') throw new NotInDemonstration();
      throw new InvalidFields({ endpoint: ['alerts.push.notABrowser'] });
    }
    if (!isPublicKey(p256dh)) throw new InvalidFields({ p256dh: ['alerts.push.notABrowser'] });
    const isAuth = /^[\w-]+$/.test(auth) && Buffer.from(auth, 'base64url').length === AUTH_BYTES;
    if (!isAuth) throw new InvalidFields({ auth: ['alerts.push.notABrowser'] });
  }
}

/** Returns the host of a push service. Valid host names always fit, but earlier versions accepted any name. */
function parseReceiver(endpoint: string): string {
  return new URL(endpoint).host.slice(0, RECEIVER_MAX_LENGTH);
}

/** Whether the key is an uncompressed point on the curve; messages cannot be encrypted for any other. */
function isPublicKey(text: string): boolean {
  if (!/^[\w-]{87}$/.test(text)) return false;
  try {
    return ECDH.convertKey(text, 'prime256v1', 'base64url', 'base64url', 'uncompressed') === text;
  } catch {
    return false;
  }
}
