import type { LoginMethod } from './origin.js';

/** What is looked at of an event. */
interface NotedEvent {
  readonly event: string;
  readonly result: string;
  readonly origin: { readonly method: LoginMethod };
  readonly isStored?: boolean | undefined;
}

/** How logins ended at this process, by their methods. */
export class LoginStatistics {
  readonly #logins = new Map<string, LoginCount>();
  #lockouts = 0;

  /** To be called with each event, once it is durable. */
  note({ event, result, origin: { method }, isStored }: NotedEvent): void {
    // What is not stored came while the pair was locked already.
    if (result === 'locked_out' && isStored !== false) this.#lockouts += 1;
    if (event !== 'login') return;
    const key = `${method} ${result}`;
    this.#logins.set(key, { method, result, count: (this.#logins.get(key)?.count ?? 0) + 1 });
  }

  get logins(): readonly LoginCount[] {
    return [...this.#logins.values()];
  }

  /** How often the fifth failure has locked a name and an address. */
  get lockouts(): number {
    return this.#lockouts;
  }
}

interface LoginCount {
  readonly method: LoginMethod;
  readonly result: string;
  readonly count: number;
}
