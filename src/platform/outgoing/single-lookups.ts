import { KeyedMutex } from '../../shared/concurrency/keyed-mutex.js';
import { type ResolveName, resolveBySystem } from './address-guard.js';

/**
 * Looks up names one after the other. A look-up by the system occupies one of the two threads that Node has for them until
 * it ends, also when nobody waits for it any longer: names that strangers choose, whose servers may say nothing, leave one
 * to the rest of the service.
 */
export class SingleLookups {
  readonly #mutex = new KeyedMutex();

  constructor(private readonly lookUp: ResolveName = resolveBySystem) {}

  readonly resolve: ResolveName = (name) => this.#mutex.run('', () => this.lookUp(name));

  /** Resolves when all look-ups that were begun before have ended. */
  whenIdle(): Promise<void> {
    return this.#mutex.run('', async () => {});
  }
}
