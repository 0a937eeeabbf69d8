import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import { Quota } from '../../../shared/rate-limits/quota.js';
import type { RateLimits } from '../../../shared/rate-limits/rate-limits.js';
import { TokenNotValid } from '../accounts.errors.js';
import type { Tokens } from './tokens.js';

/**
 * Maximum refreshes per account and minute: enough for a script that refreshes its token before each of five calls a
 * second.
 */
export const REFRESHES_A_MINUTE = 300;

interface TokenRefreshDeps {
  readonly tokens: Tokens;
  readonly audit: AuditTrail;
  readonly rateLimits: RateLimits;
}

/** Refreshes tokens (contract 3). Every refresh is recorded, even a rejected one. */
export class TokenRefresh {
  readonly #quota: Quota;

  constructor(private readonly deps: TokenRefreshDeps) {
    const { rateLimits } = deps;
    this.#quota = new Quota({ rateLimits, name: 'token refresh', limit: REFRESHES_A_MINUTE, seconds: 60 });
  }

  /**
   * Returns a new access token.
   *
   * @throws {TokenNotValid} unless given a valid refresh token of an active account.
   * @throws {RateLimited} when the account has refreshed too often. Only valid tokens count, so nobody else can use up
   * the quota.
   */
  async refresh(refresh: string, origin: Origin): Promise<string> {
    const { tokens, audit } = this.deps;
    const event = 'token_refresh';
    try {
      const owner = await tokens.findOwner(refresh);
      const { user } = owner;
      await this.#quota.take(String(user.id));
      const access = tokens.renew(owner);
      await audit.record({ event, result: 'success', origin, username: user.username, userId: user.id });
      return access;
    } catch (error) {
      if (error instanceof TokenNotValid)
        await audit.record({ event, result: 'failure', origin, username: '', isStored: false });
      throw error;
    }
  }
}
