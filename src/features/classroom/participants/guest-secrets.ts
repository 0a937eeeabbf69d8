import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const RANDOM_BYTES = 32;
const MARK_BYTES = 16;
const FORMAT = /^([\w-]{43})([\w-]{22})$/;

/**
 * Creates the secrets in guests' cookies: 32 random bytes, followed by a signature that only this service can create. A
 * forged cookie is refused without a database query; a genuine one is looked up by its hash.
 */
export class GuestSecrets {
  constructor(private readonly secretKey: string) {}

  create(): string {
    const random = randomBytes(RANDOM_BYTES).toString('base64url');
    return random + this.#markOf(random).toString('base64url');
  }

  /** Whether a text was created by {@link create}. */
  isGenuine(text: string): boolean {
    const [, random = '', mark = ''] = FORMAT.exec(text) ?? [];
    const bytes = Buffer.from(mark, 'base64url');
    return bytes.length === MARK_BYTES && timingSafeEqual(bytes, this.#markOf(random));
  }

  #markOf(random: string): Buffer {
    return createHmac('sha256', this.secretKey).update(`guest of a room ${random}`).digest().subarray(0, MARK_BYTES);
  }
}

/** Returns the SHA-256 of a secret in hexadecimal, as the database stores it. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
