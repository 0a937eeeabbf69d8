import { hkdfSync } from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';
import type { Clock } from '../../../shared/time/clock.js';
import type { User } from '../users/user.entity.js';
import { LoginExpired } from './second-factor.errors.js';

/** For how long a right password waits for its second step. */
const SECONDS = 300;

/** By how much the steady times of two processes may differ. */
const LEEWAY_SECONDS = 5;

const ALGORITHM = 'HS256';
const PROOF_MAX_LENGTH = 1000;

/** A login whose password was right. */
export interface FirstStep {
  readonly userId: number;
  /** As it was then: what ends the tokens of an account ends this too. */
  readonly tokenVersion: number;
  /** Whether it was the login of the administration. */
  readonly staffOnly: boolean;
}

interface SecondStepDeps {
  readonly clock: Pick<Clock, 'steady'>;
  readonly secretKey: string;
}

/**
 * Proofs that the password of a login was right, which the form of the second step carries. They open no session. Their
 * time is the clock's steady time, as of the lockout: setting a clock neither ends nor revives one (decision 043).
 */
export class SecondStep {
  readonly #key: Buffer;

  constructor(private readonly deps: SecondStepDeps) {
    this.#key = Buffer.from(hkdfSync('sha256', deps.secretKey, '', 'vigia second step', 32));
  }

  /** A proof for the next {@link SECONDS} seconds. */
  proofOf({ id: userId, tokenVersion }: User, staffOnly: boolean): string {
    const iat = this.#seconds();
    const claims: FirstStep & { exp: number; iat: number } = {
      userId,
      tokenVersion,
      staffOnly,
      iat,
      exp: iat + SECONDS,
    };
    return jsonwebtoken.sign(claims, this.#key, { algorithm: ALGORITHM });
  }

  /** What a proof says. @throws {LoginExpired} when it is too old, or none. */
  read(proof: string): FirstStep {
    try {
      if (proof.length > PROOF_MAX_LENGTH) throw new LoginExpired();
      const clockTimestamp = this.#seconds();
      const verified = jsonwebtoken.verify(proof, this.#key, { algorithms: [ALGORITHM], clockTimestamp });
      const step = verified as unknown as FirstStep & { readonly iat: number };
      // Steady time began earlier with the last start, as the machine's clock was set back.
      if (step.iat > clockTimestamp + LEEWAY_SECONDS) throw new LoginExpired();
      return step;
    } catch {
      throw new LoginExpired();
    }
  }

  #seconds(): number {
    return Math.floor(this.deps.clock.steady().getTime() / 1000);
  }
}
