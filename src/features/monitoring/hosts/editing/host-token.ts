import { createHash, randomBytes } from 'node:crypto';
import { AGENT_TOKEN_PREFIX } from '../../agent-token.js';

const TOKEN_BYTES = 32;

/** A new token for the agent of a host. */
export function newHostToken(): string {
  return AGENT_TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What is stored of a token: its SHA-256 in hexadecimal. A token is random, so that nothing slower is needed. */
export function hashOfHostToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
