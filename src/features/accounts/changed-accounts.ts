/**
 * Announces, within this process, which account has just changed or lost sessions, so that cached callers do not
 * outlive the change. Code that writes to these tables must announce the change after the commit.
 */
export class ChangedAccounts {
  readonly #listeners: ((userId: number | undefined) => void)[] = [];

  /** Calls the listener after each change, in the order of registration. */
  whenAnnounced(listener: (userId: number | undefined) => void): void {
    this.#listeners.push(listener);
  }

  /** @param userId the changed account; undefined if the rights of all accounts may have changed. */
  announce(userId?: number): void {
    for (const listener of this.#listeners) listener(userId);
  }
}
