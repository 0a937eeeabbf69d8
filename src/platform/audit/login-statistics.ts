import type { LoginMethod } from './origin.js';

interface NotedEvent {
  readonly event: string;
  readonly result: string;
  readonly origin: { readonly method: LoginMethod };
  readonly isStored?: boolean | undefined;
}

/** Counts the outcomes of logins in this process, by login method. */
export class LoginStatistics {
  readonly #logins = new Map<string, LoginCount>();
  #lockouts = 0;

  /** Counts an event. Call this only once the event is durable. */
  note({ event, result, origin: { method }, isStored }: NotedEvent): void {
    // Events that are not stored arrived while the pair was already locked.
    if (result === 'locked_out' && isStored !== false) this.#lockouts += 1;
    if (event !== 'login') return;
    const key = `${method} ${result}`;
    this.#logins.set(key, { method, result, count: (this.#logins.get(key)?.count ?? 0) + 1 });
  }

  get logins(): readonly LoginCount[] {
    return [...this.#logins.values()];
  }

  /** Number of lockouts of a pair of name and address, each caused by a fifth failure. */
  get lockouts(): number {
    return this.#lockouts;
  }
}

interface LoginCount {
  readonly method: LoginMethod;
  readonly result: string;
  readonly count: number;
}
