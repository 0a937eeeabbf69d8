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

  /** Whether anybody may register without an invitation. */
  async isOpen(): Promise<boolean> {
    return (await this.deps.accessPolicy.read()).registration === 'OPEN';
  }

  /**
   * Checks that a visitor may create an account now.
   *
   * @param token of an invitation; empty for none.
   * @returns the invitation of the token, or null for none.
   * @throws {RegistrationClosed} when registration is closed, when it requires an invitation, and when the given one is
   * invalid: its promise is not silently replaced by the default.
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
   * Whether using the invitation proves access to the mail of an address: it was mailed there and is for nobody else.
   */
  async provesAddress(unit: UnitOfWork, invitation: Invitation | null, address: string): Promise<boolean> {
    return invitation?.email === address && (await this.deps.invitations.wasMailed(unit, invitation));
  }

  /**
   * Uses up an invitation, in the transaction that creates the account. @throws {RegistrationClosed} when another
   * registration was first.
   */
  async use(unit: UnitOfWork, invitation: Invitation, userId: number): Promise<void> {
    if (!(await this.deps.invitations.use(unit, invitation, userId))) {
      throw new RegistrationClosed('invitation_not_valid');
    }
  }
}
