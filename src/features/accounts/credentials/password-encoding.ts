import { pbkdf2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const ALGORITHM = 'pbkdf2_sha256';
const HASH_BYTES = 32;

/** PBKDF2 rounds of new hashes (contract 3). */
export const PASSWORD_ITERATIONS = 260_000;

/**
 * Maximum number of rounds that is verified: several times Django's highest default (1,200,000 in 6.0), taking about a
 * second on one core. Without a limit, a stored encoding that takes hours to verify would block every other login.
 */
const ITERATIONS_MAX = 5_000_000;

const SALT_LENGTH = 22;
const SALT_ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

const derive = promisify(pbkdf2);

/** Hashes a password into Django's encoding, `pbkdf2_sha256$<iterations>$<salt>$<base64>`, with a fresh salt. */
export async function encodePassword(password: string, iterations = PASSWORD_ITERATIONS): Promise<string> {
  const salt = randomSalt();
  return format(iterations, salt, await derive(password, salt, iterations, HASH_BYTES, 'sha256'));
}

/**
 * Returns an encoding that matches no known password. It takes as long to verify as a real one, but no time to create.
 */
export function dummyEncoding(iterations: number): string {
  return format(iterations, randomSalt(), randomBytes(HASH_BYTES));
}

/** Django's encoding of an account without a password: nothing matches it, and no two accounts have the same. */
export function unusablePassword(): string {
  return UNUSABLE_PREFIX + randomBytes(30).toString('base64url');
}

/** Whether an account has a password, which may be in an encoding that cannot be verified here. */
export function isUsable(encoded: string): boolean {
  return !encoded.startsWith(UNUSABLE_PREFIX);
}

const UNUSABLE_PREFIX = '!';

/** Whether a password matches an encoding. Returns false for an encoding that is not {@link isVerifiable}. */
export async function verifyPassword(password: string, encoded: string): Promise<boolean> {
  const parsed = parse(encoded);
  if (!parsed) return false;
  const hash = await derive(password, parsed.salt, parsed.iterations, HASH_BYTES, 'sha256');
  return timingSafeEqual(hash, parsed.hash);
}

/** Whether an encoding can be verified, i.e. is Django's PBKDF2 with SHA-256 and an acceptable number of rounds. */
export function isVerifiable(encoded: string): boolean {
  return parse(encoded) !== undefined;
}

/** Returns the PBKDF2 rounds of an encoding; undefined when it is not {@link isVerifiable}. */
export function parseIterations(encoded: string): number | undefined {
  return parse(encoded)?.iterations;
}

function randomSalt(): string {
  return Array.from({ length: SALT_LENGTH }, () => SALT_ALPHABET[randomInt(SALT_ALPHABET.length)]).join('');
}

function format(iterations: number, salt: string, hash: Buffer): string {
  return [ALGORITHM, iterations, salt, hash.toString('base64')].join('$');
}

function parse(encoded: string): { iterations: number; salt: string; hash: Buffer } | undefined {
  const [algorithm, iterations, salt, hash, ...rest] = encoded.split('$');
  if (algorithm !== ALGORITHM || !salt || !hash || rest.length > 0) return undefined;
  if (!/^[1-9]\d{0,7}$/.test(iterations ?? '') || Number(iterations) > ITERATIONS_MAX) return undefined;
  const bytes = Buffer.from(hash, 'base64');
  return bytes.length === HASH_BYTES ? { iterations: Number(iterations), salt, hash: bytes } : undefined;
}
