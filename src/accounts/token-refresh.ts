import { TokenNotValid } from './accounts.errors.js';
import type { AuditTrail } from './audit-trail.js';
import type { Origin } from './origin.js';
import type { Tokens } from './tokens.js';

interface TokenRefreshParts {
  readonly tokens: Tokens;
  readonly audit: AuditTrail;
}

/** Token refresh as its callers see it (specification §4.5): every one, also a refused one, is recorded. */
export class TokenRefresh {
  constructor(private readonly parts: TokenRefreshParts) {}

  /** A fresh access token. @throws {TokenNotValid} unless given a valid refresh token of an active account. */
  async refresh(refresh: string, origin: Origin): Promise<string> {
    const { tokens, audit } = this.parts;
    const event = 'token_refresh';
    try {
      const { user, access } = await tokens.refresh(refresh);
      await audit.record({ event, result: 'success', origin, username: user.username, userId: user.id });
      return access;
    } catch (error) {
      if (error instanceof TokenNotValid)
        await audit.record({ event, result: 'failure', origin, username: '', kept: false });
      throw error;
    }
  }
}
