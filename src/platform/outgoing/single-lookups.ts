import { KeyedMutex } from '../../shared/concurrency/keyed-mutex.js';
import { type ResolveName, resolveBySystem } from './address-guard.js';

/**
 * Looks up names one at a time. A system look-up occupies one of the two threads that Node has for them until it ends,
 * even if nothing is waiting for it. Queued here, names chosen by users, whose servers may never answer, leave the
 * other thread to the rest of the service.
 */
export class SingleLookups {
  readonly #mutex = new KeyedMutex();

  constructor(private readonly lookUp: ResolveName = resolveBySystem) {}

  readonly resolve: ResolveName = (name) => this.#mutex.run('', () => this.lookUp(name));

  /** Resolves when all earlier look-ups have ended. */
  whenIdle(): Promise<void> {
    return this.#mutex.run('', async () => {});
  }
}
