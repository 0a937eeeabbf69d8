import { createHash, randomBytes } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { SecretBox } from '../../../shared/secret-box.js';
import type { Clock } from '../../../shared/time/clock.js';
import { UsedChallenge } from '../passkeys/used-challenge.entity.js';
import { SignInExpired } from './oidc.errors.js';
import type { FlowSecrets } from './oidc-client.js';

/** Time limit from the button to the return from the provider. */
export const FLOW_MINUTES = 10;

/** Time limit for following the link that begins linking an account. */
const LINK_SECONDS = 60;

/** Longest path that is kept for after the sign-in, since it travels in a cookie. */
const NEXT_MAX_LENGTH = 1000;

const COOKIE_MAX_LENGTH = 4000;

/** Purpose of a sign-in: opening a session, adding an identity to an account, or proving who one is. */
export type FlowPurpose =
  | { readonly kind: 'login'; readonly invitation: string }
  | { readonly kind: 'link' | 'reauthentication'; readonly sessionId: string };

/** A sign-in that has been started, as carried by the browser's cookie. */
export interface SignInFlow extends FlowSecrets {
  readonly purpose: FlowPurpose;
  /** Path to open afterwards, as requested. */
  readonly next: string;
  /** Start, in milliseconds. */
  readonly startedAtMs: number;
  /** Expiry in steady time, in milliseconds. */
  readonly endsAtMs: number;
}

interface SignInFlowsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly secretKey: string;
}

/**
 * Keeps track of sign-ins at the provider. The browser carries each in an encrypted cookie, which binds the provider's
 * answer to it, so strangers who start any number of sign-ins leave no rows behind. Only an answer that the provider has
 * confirmed uses a row, until the sign-in would have expired, so that each counts once at any node. Uses steady time, so
 * setting a clock revives none.
 */
export class SignInFlows {
  readonly #flows: SecretBox;
  readonly #links: SecretBox;

  constructor(private readonly deps: SignInFlowsDeps) {
    this.#flows = new SecretBox(deps.secretKey, 'sign-ins at the provider');
    this.#links = new SecretBox(deps.secretKey, 'links to the provider');
  }

  begin(purpose: FlowPurpose, next: string): SignInFlow {
    const { clock } = this.deps;
    return {
      purpose,
      next: next.length <= NEXT_MAX_LENGTH ? next : '',
      state: randomBytes(24).toString('base64url'),
      nonce: randomBytes(24).toString('base64url'),
      verifier: randomBytes(32).toString('base64url'),
      startedAtMs: clock.now().getTime(),
      endsAtMs: clock.steady().getTime() + FLOW_MINUTES * 60_000,
    };
  }

  /** Returns the cookie's value. */
  seal(flow: SignInFlow): string {
    return this.#flows.seal(JSON.stringify(flow));
  }

  /**
   * Returns the sign-in of a cookie if the provider's answer is for it. {@link useUp} detects used ones.
   *
   * @throws {SignInExpired} if it is missing, forged, too old, or another browser's.
   */
  open(cookie: string | undefined, state: unknown): SignInFlow {
    const flow = cookie === undefined || cookie.length > COOKIE_MAX_LENGTH ? undefined : this.#flows.open(cookie);
    if (flow === undefined) throw new SignInExpired();
    const known = JSON.parse(flow) as SignInFlow;
    if (known.state !== state || known.endsAtMs <= this.deps.clock.steady().getTime()) throw new SignInExpired();
    return known;
  }

  /** Records that a sign-in has been completed. @throws {SignInExpired} if it was completed before. */
  async useUp({ state, endsAtMs }: SignInFlow): Promise<void> {
    await this.useOnce(this.deps.em.fork(), `sign-in ${state}`, new Date(endsAtMs));
  }

  /**
   * Records that something that counts once has been used. @throws {SignInExpired} if it was used before.
   *
   * @param unit the transaction of what it allows, which a repeated use aborts.
   * @param endsAt end of its validity in steady time, until which it is remembered.
   */
  async useOnce(unit: UnitOfWork, text: string, endsAt: Date): Promise<void> {
    const id = createHash('sha256').update(text).digest('hex');
    await unit.insert(UsedChallenge, { id, endsAt }).catch((error: unknown) => {
      throw error instanceof UniqueConstraintViolationException ? new SignInExpired() : error;
    });
  }

  /** Returns a ticket with which a session may begin linking its account, so that no link elsewhere can begin it. */
  issueLinkTicket(sessionId: string): string {
    const endsAtMs = this.deps.clock.steady().getTime() + LINK_SECONDS * 1000;
    return this.#links.seal(JSON.stringify({ sessionId, endsAtMs }));
  }

  /** Whether a ticket was issued to this session just now. */
  isLinkTicket(ticket: string, sessionId: string): boolean {
    const text = ticket.length > COOKIE_MAX_LENGTH ? undefined : this.#links.open(ticket);
    if (text === undefined) return false;
    const issued = JSON.parse(text) as { readonly sessionId: string; readonly endsAtMs: number };
    return issued.sessionId === sessionId && issued.endsAtMs > this.deps.clock.steady().getTime();
  }
}
