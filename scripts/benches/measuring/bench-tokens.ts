import { randomUUID } from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';

/** The key to start a service with whose tokens a bench makes itself: logins would take longer than what is measured. */
export const SECRET_KEY = 'the key of a bench, which signs tokens for its users';

const TOKEN_SECONDS = 3600;

/** An access token of an account. */
export function tokenOf(userId: number): string {
  const iat = Math.floor(Date.now() / 1000) - 1;
  const claims = { token_type: 'access', user_id: String(userId), version: 0, jti: randomUUID() };
  return jsonwebtoken.sign({ ...claims, iat, exp: iat + TOKEN_SECONDS }, SECRET_KEY, { algorithm: 'HS256' });
}
