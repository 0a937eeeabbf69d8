import type { AuditTrail, RecordedEvent } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import { InvalidFields, InvalidRequest } from '../../../shared/errors/errors.js';
import { validUntil } from '../../../shared/identity/recent-proof.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import type { Clock } from '../../../shared/time/clock.js';
import { DeviceClockOff } from '../accounts.errors.js';
import type { ChangedAccounts } from '../changed-accounts.js';
import { BY_PASSKEY } from '../passkeys/passkey-login.js';
import { OtpRequired, SecondFactorLost } from '../second-factor/second-factor.errors.js';
import { Session } from '../sessions/session.entity.js';
import type { Authentication } from './authentication.js';

interface ReauthenticationDeps {
  readonly authentication: Pick<Authentication, 'confirm'>;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly changedAccounts: ChangedAccounts;
}

/** Credentials with which users reauthenticate. */
export interface OwnProof {
  readonly password?: string | null | undefined;
  /** A one-time code or a recovery code, for an account with a second factor. */
  readonly otp?: string | null | undefined;
}

/**
 * Reauthenticates signed-in users before harmful operations, for which an unattended session or a stolen token must not
 * suffice (decision 060).
 */
export class Reauthentication {
  constructor(private readonly deps: ReauthenticationDeps) {}

  /**
   * Checks the viewer's own password and records the time in their session.
   *
   * @returns the time until which {@link requireRecentProof} grants access.
   * @throws {InvalidFields} naming `password` or `otp` if it is wrong, which counts as a failed login, or `otp` if it
   * is missing, which does not.
   * @throws {InvalidRequest} if the viewer is authenticated by a token, which cannot reauthenticate.
   * @throws {LockedOut} from the fifth failure on.
   * @throws {Busy} when too many passwords are waiting to be checked.
   * @throws {NotAuthenticated} when the session has ended in the meantime.
   */
  async withPassword(viewer: Viewer, { password, otp }: OwnProof, origin: Origin): Promise<Date> {
    const { authentication } = this.deps;
    const sessionId = sessionOf(viewer);
    if (!password) throw new InvalidFields({ password: ['accounts.required'] });
    const confirmation = { event: 'reauthentication', origin, otp: otp ?? undefined } as const;
    const isRight = await authentication.confirm(viewer, password, confirmation).catch((error: unknown) => {
      if (error instanceof OtpRequired || error instanceof SecondFactorLost || error instanceof DeviceClockOff) {
        throw new InvalidFields({ otp: [error.text] });
      }
      throw error;
    });
    // If both were given, the error does not reveal which of them is wrong.
    if (!isRight && otp) throw new InvalidFields({ otp: ['accounts.passwordOrCodeWrong'] });
    if (!isRight) throw new InvalidFields({ password: ['accounts.oldPasswordWrong'] });
    return this.#note(viewer, sessionId, origin);
  }

  /**
   * Like {@link withPassword}, but with a passkey's response, which also replaces a second factor because the passkey
   * has verified its user.
   *
   * @param check verifies the response and records failures itself.
   * @throws {InvalidFields} naming `passkey` if the response is rejected.
   */
  async withPasskey(viewer: Viewer, check: () => Promise<boolean>, origin: Origin): Promise<Date> {
    const sessionId = sessionOf(viewer);
    if (!(await check())) throw new InvalidFields({ passkey: ['accounts.passkeys.refused'] });
    return this.#note(viewer, sessionId, origin, BY_PASSKEY);
  }

  /** Records that the provider of the viewer's identity has just asked for credentials. */
  async withProvider(viewer: Viewer, origin: Origin): Promise<Date> {
    return this.#note(viewer, sessionOf(viewer), origin, BY_PROVIDER);
  }

  async #note(
    { userId, username }: Viewer,
    sessionId: string,
    origin: Origin,
    details?: RecordedEvent['details'],
  ): Promise<Date> {
    const { clock, audit, changedAccounts } = this.deps;
    const authenticatedAt = clock.now();
    await audit.withChange(origin, async (unit, record) => {
      await unit.nativeUpdate(Session, { id: sessionId }, { authenticatedAt });
      await record({ event: 'reauthentication', result: 'success', origin, username, userId, details });
    });
    changedAccounts.announce(userId);
    return validUntil(authenticatedAt);
  }
}

/** Audit details for operations authorised by an OpenID Connect provider. */
export const BY_PROVIDER = { means: 'oidc' } as const;

/** Returns the id of the session that records the proof. @throws {InvalidRequest} for a token. */
function sessionOf({ credential }: Viewer): string {
  if (credential.kind !== 'session') throw new InvalidRequest('accounts.reauthenticateByLogin');
  return credential.sessionId;
}
