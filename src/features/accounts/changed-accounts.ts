/**
 * Tells, within this process, which account it has just changed, or of whom it has ended sessions, so that nothing that
 * is remembered of callers outlives the change. Whoever writes to these tables announces it once it is committed.
 */
export class ChangedAccounts {
  readonly #listeners: ((userId: number | undefined) => void)[] = [];

  /** Calls the listener after each change, in the order in which the listeners came. */
  whenAnnounced(listener: (userId: number | undefined) => void): void {
    this.#listeners.push(listener);
  }

  /** @param userId whose account it is; undefined for all, where what they may do has changed. */
  announce(userId?: number): void {
    for (const listener of this.#listeners) listener(userId);
  }
}
