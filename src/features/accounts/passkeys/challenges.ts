import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { deleteInSlices } from '../../../platform/db/delete-in-slices.js';
import type { Clock } from '../../../shared/time/clock.js';
import { UsedChallenge } from './used-challenge.entity.js';

/** Lifetime of a challenge, in minutes. */
export const CHALLENGE_MINUTES = 5;
const CHALLENGE_MS = CHALLENGE_MINUTES * 60_000;

/** Purposes of a challenge. An answer for one purpose is invalid for the others. */
const purposes = ['add', 'login', 'secondFactor', 'reauthentication'] as const;

/** Purpose and account of a challenge. */
export interface ChallengeUse {
  readonly purpose: (typeof purposes)[number];
  /** Undefined for a passwordless login, whose user is not known yet. */
  readonly userId?: number;
}

interface ChallengesDeps {
  readonly em: UnitOfWork;
  readonly clock: Pick<Clock, 'steady' | 'wait'>;
  readonly secretKey: string;
}

/** Layout: random bytes, expiry, purpose and account, followed by the signature. */
const NONCE_BYTES = 16;
const NUMBER_BYTES = 6;
const SIGNED_BYTES = NONCE_BYTES + NUMBER_BYTES + 1 + NUMBER_BYTES;
const MAC_BYTES = 32;

/**
 * Issues and checks the challenges that passkeys sign. A challenge carries its expiry, purpose and account under a
 * signature, so it doesn't have to be stored, and anyone may request any number of them. Only answered challenges are
 * stored, until they expire, so that each counts only once in any process. Uses steady time, so changing the clock
 * revives none.
 */
export class Challenges {
  readonly #key: Buffer;

  constructor(private readonly deps: ChallengesDeps) {
    this.#key = Buffer.from(hkdfSync('sha256', deps.secretKey, '', 'vigia passkey challenge', MAC_BYTES));
  }

  /** Returns a new challenge in base64url. */
  issue({ purpose, userId = 0 }: ChallengeUse): string {
    const signed = Buffer.alloc(SIGNED_BYTES);
    randomBytes(NONCE_BYTES).copy(signed);
    let offset = signed.writeUIntBE(this.deps.clock.steady().getTime() + CHALLENGE_MS, NONCE_BYTES, NUMBER_BYTES);
    offset = signed.writeUInt8(purposes.indexOf(purpose), offset);
    signed.writeUIntBE(userId, offset, NUMBER_BYTES);
    return Buffer.concat([signed, this.#sign(signed)]).toString('base64url');
  }

  /** Whether a challenge was issued by us, is for this use and has not expired. {@link use} detects answered ones. */
  holds(challenge: string, { purpose, userId = 0 }: ChallengeUse): boolean {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== SIGNED_BYTES + MAC_BYTES || bytes.toString('base64url') !== challenge) return false;
    const signed = bytes.subarray(0, SIGNED_BYTES);
    if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), this.#sign(signed))) return false;
    const [use, user] = [NONCE_BYTES + NUMBER_BYTES, NONCE_BYTES + NUMBER_BYTES + 1];
    return (
      endOf(signed) > this.deps.clock.steady().getTime() &&
      purposes[signed.readUInt8(use)] === purpose &&
      signed.readUIntBE(user, NUMBER_BYTES) === userId
    );
  }

  /**
   * Records that a valid challenge (see {@link holds}) has been answered, in the transaction of the operation that this
   * allows.
   *
   * @throws {UniqueConstraintViolationException} if it was answered before.
   */
  async use(unit: UnitOfWork, challenge: string): Promise<void> {
    const id = createHash('sha256').update(challenge).digest('hex');
    await unit.insert(UsedChallenge, { id, endsAt: new Date(endOf(Buffer.from(challenge, 'base64url'))) });
  }

  async prune(): Promise<void> {
    const values = [this.deps.clock.steady()];
    await deleteInSlices(this.deps, { table: 'used_challenges', where: 'ends_at <= ?', values });
  }

  #sign(signed: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(signed).digest();
  }
}

function endOf(signed: Buffer): number {
  return signed.readUIntBE(NONCE_BYTES, NUMBER_BYTES);
}
