/** Announces within this process that a session or a token may have ended, so that its sockets are reviewed at once. */
export class Revocations {
  readonly #listeners: (() => void)[] = [];

  /** Calls the listener after each revocation. */
  whenAnnounced(listener: () => void): void {
    this.#listeners.push(listener);
  }

  announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
