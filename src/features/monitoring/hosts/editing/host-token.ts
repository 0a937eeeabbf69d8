import { createHash, randomBytes } from 'node:crypto';
import { AGENT_TOKEN_PREFIX } from '../../agent-token.js';

const TOKEN_BYTES = 32;

export function newHostToken(): string {
  return AGENT_TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Returns the stored form of a token: SHA-256 in hexadecimal. Tokens are random, so a slower hash is unnecessary. */
export function hashOfHostToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
