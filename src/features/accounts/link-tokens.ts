import { createHash, createHmac } from 'node:crypto';

/** HMAC-SHA256 in unpadded base64url. */
const TOKEN_FORMAT = /^[\w-]{43}$/;

/**
 * Derives the tokens of links that grant something to anyone who has the link. They are derived from the secret key, so
 * a mail can be written again with the same link. The database stores only their hashes, so it is not enough to produce
 * one.
 */
export class LinkTokens {
  constructor(private readonly secretKey: string) {}

  /** Returns the token for a purpose, which must be unique per token. */
  tokenFor(purpose: string): string {
    return createHmac('sha256', this.secretKey).update(`link token of ${purpose}`).digest('base64url');
  }
}

export function isLinkToken(text: string): boolean {
  return TOKEN_FORMAT.test(text);
}

/** Returns the hash stored in the database: SHA-256 in hexadecimal. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
