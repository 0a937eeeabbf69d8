import { randomUUID } from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';
import { chunksOf } from '../../../platform/db/chunks-of.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import type { Clock } from '../../../shared/time/clock.js';
import { TokenNotValid } from '../accounts.errors.js';
import { type RightsColumns, rightsColumns } from '../users/account-rights.js';
import { User } from '../users/user.entity.js';

/** Lifetime of an access token (contract 3). */
const ACCESS_TOKEN_SECONDS = 600;

/** Lifetime of a refresh token (contract 3). */
const REFRESH_TOKEN_SECONDS = 86_400;

/** Tokens returned by an API login (contract 3). */
export interface TokenPairTexts {
  readonly access: string;
  readonly refresh: string;
}

/** The account of a token, the token's expiry, and the time of its login. */
export interface TokenHolder {
  readonly user: User;
  readonly expiresAt: Date;
  /** Undefined for tokens issued by versions that did not record the time. */
  readonly authenticatedAt: Date | undefined;
}

type VersionAndRights = Pick<User, 'tokenVersion'> & RightsColumns;

type TokenType = 'access' | 'refresh';

/** Claims, named as in simplejwt (contract 3). Times are in seconds since 1970. */
interface Claims {
  readonly token_type: TokenType;
  readonly user_id: string;
  readonly version: number;
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
  /** Time of the login, named as in OpenID Connect; kept when an access token is renewed. */
  readonly auth_time?: number;
}

interface TokensDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly secretKey: string;
}

/** Tolerance for issue times in the future, since the clocks of two processes never agree exactly. */
const ISSUE_LEEWAY_SECONDS = 5;

const ALGORITHM = 'HS256';
const TOKEN_MAX_LENGTH = 4096;

/** Issues, refreshes and verifies JSON Web Tokens (contract 3). */
export class Tokens {
  constructor(private readonly deps: TokensDeps) {}

  /** Returns a new token pair for an account that has just been authenticated. */
  issue(user: User): TokenPairTexts {
    const authenticatedAt = this.deps.clock.now();
    return {
      access: this.#sign({ user, authenticatedAt }, 'access', ACCESS_TOKEN_SECONDS),
      refresh: this.#sign({ user, authenticatedAt }, 'refresh', REFRESH_TOKEN_SECONDS),
    };
  }

  /** Returns the account of a refresh token. @throws {TokenNotValid} unless it is valid and the account active. */
  findOwner(refresh: string): Promise<TokenHolder> {
    return this.#findHolder(refresh, 'refresh');
  }

  /** Returns a new access token for a refresh token's account. The token keeps the login time. */
  renew(owner: Pick<TokenHolder, 'user' | 'authenticatedAt'>): string {
    return this.#sign(owner, 'access', ACCESS_TOKEN_SECONDS);
  }

  /** Returns the account of an access token. @throws {TokenNotValid} unless it is valid and the account active. */
  findHolder(access: string): Promise<TokenHolder> {
    return this.#findHolder(access, 'access');
  }

  /**
   * Returns the token version that valid tokens must have for each active account among these, and its rights.
   */
  async findVersions(userIds: readonly number[]): Promise<Map<number, VersionAndRights>> {
    const versions = new Map<number, VersionAndRights>();
    for (const $in of chunksOf(userIds)) {
      const users = await this.deps.em
        .fork()
        .find(User, { id: { $in }, isActive: true }, { fields: ['id', 'tokenVersion', ...rightsColumns] });
      for (const user of users) versions.set(user.id, user);
    }
    return versions;
  }

  #sign(
    { user, authenticatedAt }: Pick<TokenHolder, 'user' | 'authenticatedAt'>,
    type: TokenType,
    seconds: number,
  ): string {
    const now = this.#seconds();
    const claims: Claims = {
      token_type: type,
      user_id: String(user.id),
      version: user.tokenVersion,
      iat: now,
      exp: now + seconds,
      jti: randomUUID(),
      ...(authenticatedAt && { auth_time: parseSeconds(authenticatedAt) }),
    };
    return jsonwebtoken.sign(claims, this.deps.secretKey, { algorithm: ALGORITHM });
  }

  async #findHolder(token: string, type: TokenType): Promise<TokenHolder> {
    const claims = this.#verify(token);
    if (claims.token_type !== type) throw new TokenNotValid();
    const user = await this.#findActive(Number(claims.user_id), claims.version);
    if (!user) throw new TokenNotValid();
    const { exp, auth_time } = claims;
    const authenticatedAt = auth_time === undefined ? undefined : new Date(auth_time * 1000);
    return { user, expiresAt: new Date(exp * 1000), authenticatedAt };
  }

  #findActive(id: number, tokenVersion: number): Promise<User | null> {
    return this.deps.em.fork().findOne(User, { id, tokenVersion, isActive: true });
  }

  #verify(token: string): Claims {
    if (token.length > TOKEN_MAX_LENGTH) throw new TokenNotValid();
    let claims: unknown;
    try {
      claims = jsonwebtoken.verify(token, this.deps.secretKey, {
        algorithms: [ALGORITHM],
        clockTimestamp: this.#seconds(),
      });
    } catch {
      throw new TokenNotValid();
    }
    if (!isClaims(claims) || claims.iat > this.#seconds() + ISSUE_LEEWAY_SECONDS) throw new TokenNotValid();
    return claims;
  }

  #seconds(): number {
    return parseSeconds(this.deps.clock.now());
  }
}

function parseSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

function isClaims(value: unknown): value is Claims {
  if (typeof value !== 'object' || value === null) return false;
  const { token_type, user_id, version, iat, exp, jti, auth_time } = value as Partial<Record<keyof Claims, unknown>>;
  return (
    (token_type === 'access' || token_type === 'refresh') &&
    typeof user_id === 'string' &&
    /^[1-9]\d{0,14}$/.test(user_id) &&
    [version, iat, exp].every(Number.isSafeInteger) &&
    typeof jti === 'string' &&
    (auth_time === undefined || Number.isSafeInteger(auth_time))
  );
}
