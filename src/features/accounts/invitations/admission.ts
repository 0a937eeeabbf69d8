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

  /** Whether anybody may, without an invitation. */
  async isOpen(): Promise<boolean> {
    return (await this.deps.accessPolicy.read()).registration === 'OPEN';
  }

  /**
   * Lets a visitor pass who may create an account now.
   *
   * @param token of an invitation; empty for none.
   * @returns the invitation of the token, or null for none.
   * @throws {RegistrationClosed} when nobody may, when it takes an invitation, and when the one that is named does not
   *   hold: what it promised is not replaced silently by what everybody gets.
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

  /** Whether whoever has an invitation must have read the mail of an address, since it was sent there and is for nobody else. */
  async provesAddress(unit: UnitOfWork, invitation: Invitation | null, address: string): Promise<boolean> {
    return invitation?.email === address && (await this.deps.invitations.wasMailed(unit, invitation));
  }

  /** Uses an invitation up, in the transaction that creates the account. @throws {RegistrationClosed} when another was first. */
  async use(unit: UnitOfWork, invitation: Invitation, userId: number): Promise<void> {
    if (!(await this.deps.invitations.use(unit, invitation, userId))) {
      throw new RegistrationClosed('invitation_not_valid');
    }
  }
}
