import type { UnitOfWork } from '../db/database.js';

/** Whose records they are. */
export interface RecordedPerson {
  readonly userId: number;
  readonly username: string;
}

/** Who has deleted their account, and what stands for their name from now on. */
export interface ForgottenPerson extends RecordedPerson {
  readonly pseudonym: string;
}

/**
 * What one feature keeps about people: for the export of the own data, and for the deletion of an account (contract 14).
 * A feature that stores a user's id or name has one of these.
 */
export interface PersonalRecords {
  /** What it is called in the export. */
  readonly name: string;
  /** What there is about a person, without secrets, as it is written into JSON. Bounded in size. */
  read(unit: UnitOfWork, person: RecordedPerson): Promise<unknown>;
  /**
   * Deletes what there is about a person, or takes the name out of it, within the transaction that deletes the account.
   * Left out where a foreign key does it, or where nothing but the number of the account is kept.
   */
  forget?(unit: UnitOfWork, person: ForgottenPerson): Promise<unknown>;
}
