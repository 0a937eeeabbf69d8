import type { Origin } from '../../audit/origin.js';
import { InvalidFields } from '../../shared/errors.js';
import { ReauthenticationRequired } from '../accounts.errors.js';
import type { Authentication } from './authentication.js';

/**
 * Asks the staff for their own password again where rights are made or raised: a session that was left open, or a token
 * that was stolen, must not be enough to make more staff ({@link requireReauthentication}).
 */
export class Reauthentication {
  constructor(private readonly authentication: Pick<Authentication, 'confirm'>) {}

  /**
   * The origin of what a member of the staff does, once the own password has been checked where it was given.
   *
   * @throws {InvalidFields} naming `ownPassword` when it is wrong. It counts as a failed login does.
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

/** Whether what makes or raises rights may be done: operators on the command line hold the database and are not asked. */
export function mayRaiseRights({ by }: Origin): boolean {
  return !by || by.isReauthenticated === true;
}

/**
 * To be called before anything that makes or raises rights.
 *
 * @throws {ReauthenticationRequired} when a member of the staff acts who has not given the own password.
 */
export function requireReauthentication(origin: Origin): void {
  if (!mayRaiseRights(origin)) throw new ReauthenticationRequired();
}
