import type { MachineAccess } from '../../shared/identity/machine-access.js';
import type { UnitOfWork } from '../db/database.js';

export interface RecordedPerson {
  readonly userId: number;
  readonly username: string;
}

/** A person who exports their data, and the machines that they see. */
export interface ExportedPerson extends RecordedPerson, MachineAccess {}

/** A person who has deleted their account, and the pseudonym that replaces their name from now on. */
export interface ForgottenPerson extends RecordedPerson {
  readonly pseudonym: string;
}

/**
 * The data that one feature stores about people, for personal exports and account deletion (contract 14). Every feature
 * that stores a user's id or name provides one.
 */
export interface PersonalRecords {
  /** Name of the records in the export. */
  readonly name: string;
  /**
   * Returns the data about a person for the JSON export, without secrets and bounded in size. Machines that the person
   * does not see are not named in it (promise 59).
   */
  read(unit: UnitOfWork, person: ExportedPerson): Promise<unknown>;
  /**
   * Deletes the data about a person, or removes their name from it, within the transaction that deletes the account.
   * Omitted if a foreign key takes care of it, or if only the account's number is stored.
   */
  forget?(unit: UnitOfWork, person: ForgottenPerson): Promise<unknown>;
}
