import { randomUUID } from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';

/**
 * The key of a service whose tokens the bench signs itself, because logging in would take longer than the measurement.
 */
export const SECRET_KEY = 'the key of a bench, which signs tokens for its users';

const TOKEN_SECONDS = 3600;

/** Signs an access token for an account. */
export function tokenOf(userId: number): string {
  const iat = Math.floor(Date.now() / 1000) - 1;
  const claims = { token_type: 'access', user_id: String(userId), version: 0, jti: randomUUID() };
  return jsonwebtoken.sign({ ...claims, iat, exp: iat + TOKEN_SECONDS }, SECRET_KEY, { algorithm: 'HS256' });
}
