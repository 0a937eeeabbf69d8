import type { Origin } from '../../audit/origin.js';
import { InvalidFields } from '../../shared/errors.js';
import { ReauthenticationRequired } from '../accounts.errors.js';
import type { Authentication } from './authentication.js';

/**
 * Requires staff to give their own password again where rights are granted or raised: a session that was left open, or
 * a stolen token, must not be enough to create more staff ({@link requireReauthentication}).
 */
export class Reauthentication {
  constructor(private readonly authentication: Pick<Authentication, 'confirm'>) {}

  /**
   * Returns the origin of a call by staff; if the own password was given and is right, marked as reauthenticated.
   *
   * @throws {InvalidFields} naming `ownPassword` when it is wrong, which counts like a failed login.
   * @throws {LockedOut} from the fifth failure on.
   * @throws {Busy} when too many passwords wait to be checked.
   */
  async confirm(origin: Origin, ownPassword: string | null | undefined): Promise<Origin> {
    const { by, ...own } = origin;
    if (!by || !ownPassword) return origin;
    if (!(await this.authentication.confirm(by, ownPassword, { event: 'reauthentication', origin: own }))) {
      throw new InvalidFields({ ownPassword: ['accounts.oldPasswordWrong'] });
    }
    return { ...own, by: { ...by, isReauthenticated: true } };
  }
}

/** Whether a call may grant or raise rights. Operators on the command line own the database and need no password. */
export function mayRaiseRights({ by }: Origin): boolean {
  return !by || by.isReauthenticated === true;
}

/**
 * To be called before any change that grants or raises rights.
 *
 * @throws {ReauthenticationRequired} when staff make the call and have not given their own password.
 */
export function requireReauthentication(origin: Origin): void {
  if (!mayRaiseRights(origin)) throw new ReauthenticationRequired();
}
