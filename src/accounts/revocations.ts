/** Word within this process that a session or token may have ended, so that its sockets can be looked at at once. */
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
