/**
 * Announces, within this process, which account has just changed or lost sessions, so that no cached viewer outlives
 * the change. Code that changes accounts or their sessions must announce this after the commit.
 */
export class ChangedAccounts {
  readonly #listeners: ((userId: number | undefined) => void)[] = [];

  /** Calls the listener after each change, in the order of registration. */
  whenAnnounced(listener: (userId: number | undefined) => void): void {
    this.#listeners.push(listener);
  }

  /** @param userId the changed account; undefined if the rights of any account may have changed. */
  announce(userId?: number): void {
    for (const listener of this.#listeners) listener(userId);
  }
}
