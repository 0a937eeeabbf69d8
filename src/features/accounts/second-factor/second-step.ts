import { hkdfSync } from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';
import type { Clock } from '../../../shared/time/clock.js';
import type { SessionSource } from '../sessions/session-source.js';
import type { User } from '../users/user.entity.js';
import { LoginExpired } from './second-factor.errors.js';

/** Time limit for the second step of a login after the password. */
const SECONDS = 300;

/** Maximum difference between the steady times of two processes. */
const LEEWAY_SECONDS = 5;

const ALGORITHM = 'HS256';
/** An ID token may be part of a proof. */
const PROOF_MAX_LENGTH = 16_000;

export interface FirstStep {
  readonly userId: number;
  /** Token version at that time. A change that ends the account's tokens also ends this login. */
  readonly tokenVersion: number;
  /** Whether the login used the administration's form. */
  readonly operatorsOnly: boolean;
  /** The login at a provider, if that was the first step in place of a password. */
  readonly source?: SessionSource | undefined;
  /** The session that asked for credentials again, if the step opens no other. */
  readonly sessionId?: string | undefined;
}

interface SecondStepDeps {
  readonly clock: Pick<Clock, 'steady'>;
  readonly secretKey: string;
}

/**
 * Issues and verifies proofs of a correct password, or of a login at a provider, which are carried by the form of the
 * second step. A proof does not open a session. Proofs use steady time, like the lockout, so setting a clock neither
 * ends nor revives one (decision 043).
 */
export class SecondStep {
  readonly #key: Buffer;

  constructor(private readonly deps: SecondStepDeps) {
    this.#key = Buffer.from(hkdfSync('sha256', deps.secretKey, '', 'vigia second step', 32));
  }

  /** Returns a proof that is valid for {@link SECONDS} seconds. */
  issueProof({ id: userId, tokenVersion }: User, step: Omit<FirstStep, 'userId' | 'tokenVersion'>): string {
    const iat = this.#seconds();
    const claims: FirstStep & { exp: number; iat: number } = { ...step, userId, tokenVersion, iat, exp: iat + SECONDS };
    return jsonwebtoken.sign(claims, this.#key, { algorithm: ALGORITHM });
  }

  /** Parses and verifies a proof. @throws {LoginExpired} when it is too old or invalid. */
  read(proof: string): FirstStep {
    try {
      if (proof.length > PROOF_MAX_LENGTH) throw new LoginExpired();
      const clockTimestamp = this.#seconds();
      const verified = jsonwebtoken.verify(proof, this.#key, { algorithms: [ALGORITHM], clockTimestamp });
      const step = verified as unknown as FirstStep & { readonly iat: number };
      // After a restart, steady time may have begun at an earlier value because the machine's clock was set back.
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
