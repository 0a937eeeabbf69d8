import { createHash, createHmac } from 'node:crypto';

/** HMAC-SHA256 in unpadded base64url. */
const TOKEN_FORMAT = /^[\w-]{43}$/;

/**
 * The tokens in links that open something for whoever holds them. They are made from the secret key, so that a mail can
 * be written again with the same link, and the database alone, which has only their hashes, makes none.
 */
export class LinkTokens {
  constructor(private readonly secretKey: string) {}

  /** The token of a purpose, which must be different for each token. */
  tokenFor(purpose: string): string {
    return createHmac('sha256', this.secretKey).update(`link token of ${purpose}`).digest('base64url');
  }
}

/** Whether a text may be such a token. */
export function isLinkToken(text: string): boolean {
  return TOKEN_FORMAT.test(text);
}

/** What the database has of a token: SHA-256 in hexadecimal. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
