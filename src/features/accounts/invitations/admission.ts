import type { UnitOfWork } from '../../../platform/db/database.js';
import type { AccessPolicy } from '../access-policy/access-policy.js';
import type { Invitation } from './invitation.entity.js';
import { RegistrationClosed } from './invitations.errors.js';
import type { Invitations } from './invitations.js';

interface AdmissionDeps {
  readonly accessPolicy: AccessPolicy;
  readonly invitations: Invitations;
}

/** Decides whether a visitor may create an account (contract 14). */
export class Admission {
  constructor(private readonly deps: AdmissionDeps) {}

  /** Whether anyone may register without an invitation. */
  async isOpen(): Promise<boolean> {
    return (await this.deps.accessPolicy.read()).registration === 'OPEN';
  }

  /**
   * Checks that a visitor may create an account now.
   *
   * @param token the invitation's token; empty for none.
   * @returns the invitation, or null for none.
   * @throws {RegistrationClosed} if registration is closed, if it requires an invitation and none is given, or if the
   * given one is invalid. An invalid invitation is rejected even if registration is open, since the account might lack
   * what it promised.
   */
  async admit(token: string, unit?: UnitOfWork): Promise<Invitation | null> {
    const { accessPolicy, invitations } = this.deps;
    const { registration } = await accessPolicy.read(unit);
    if (registration === 'CLOSED') throw new RegistrationClosed('closed');
    if (token === '' && registration === 'INVITE') throw new RegistrationClosed('by_invitation');
    const invitation = token === '' ? null : await invitations.find(token, unit);
    if (token !== '' && !invitation) throw new RegistrationClosed('invitation_not_valid');
    return invitation;
  }

  /**
   * Whether using the invitation proves access to an address's mail. It does if the invitation was mailed there and is
   * restricted to that address.
   */
  async provesAddress(unit: UnitOfWork, invitation: Invitation | null, address: string): Promise<boolean> {
    return invitation?.email === address && (await this.deps.invitations.wasMailed(unit, invitation));
  }

  /**
   * Uses up an invitation, in the transaction that creates the account. @throws {RegistrationClosed} if another
   * registration used it first.
   */
  async use(unit: UnitOfWork, invitation: Invitation, userId: number): Promise<void> {
    if (!(await this.deps.invitations.use(unit, invitation, userId))) {
      throw new RegistrationClosed('invitation_not_valid');
    }
  }
}
