import { growingCache } from '../../shared/growing-cache.js';
import type { Clock } from '../../shared/time/clock.js';
import type { ResolveName } from './address-guard.js';
import { SingleLookups } from './single-lookups.js';

/** Time for which an answer, or a failure, is used before the name is looked up again. */
const FRESH_MS = 60_000;

/** Time after which an earlier answer is used, if a look-up or those before it take longer. */
const PATIENCE_MS = 2000;

const NAMES_MAX = 2000;

interface Known {
  readonly lookedUpMs: number;
  /** The newest answer; undefined if there has been none. */
  readonly addresses: readonly string[] | undefined;
  /** Undefined if the last look-up has succeeded. */
  readonly failure: unknown;
}

/**
 * Looks up names that are needed again and again. They are looked up one at a time (`SingleLookups`); while one of them
 * hangs, the others go on with their earlier answers. Every address is still checked before it is connected to.
 */
export class CachedLookups {
  readonly #known = growingCache<string, Known>(NAMES_MAX);
  readonly #pending = new Map<string, Promise<readonly string[]>>();
  readonly #lookups: SingleLookups;

  constructor(
    private readonly clock: Pick<Clock, 'steady' | 'after'>,
    resolve?: ResolveName,
  ) {
    this.#lookups = new SingleLookups(resolve);
  }

  readonly resolve: ResolveName = async (name) => {
    const known = this.#known.get(name);
    const isFresh = known && this.clock.steady().getTime() - known.lookedUpMs < FRESH_MS;
    if (isFresh && known.failure !== undefined) throw known.failure;
    if (isFresh && known.addresses) return known.addresses;
    const lookup = this.#lookUp(name);
    return known?.addresses ? this.#unlessSlow(lookup, known.addresses) : lookup;
  };

  #lookUp(name: string): Promise<readonly string[]> {
    const pending = this.#pending.get(name) ?? this.#lookups.resolve(name).finally(() => this.#pending.delete(name));
    if (!this.#pending.has(name)) {
      this.#pending.set(name, pending);
      pending.then(
        (addresses) => this.#note(name, { addresses, failure: undefined }),
        (failure) => this.#note(name, { addresses: this.#known.get(name)?.addresses, failure }),
      );
    }
    return pending;
  }

  #note(name: string, known: Omit<Known, 'lookedUpMs'>): void {
    this.#known.set(name, { ...known, lookedUpMs: this.clock.steady().getTime() });
  }

  #unlessSlow(lookup: Promise<readonly string[]>, earlier: readonly string[]): Promise<readonly string[]> {
    return new Promise((resolve, reject) => {
      const stop = this.clock.after(PATIENCE_MS, () => resolve(earlier));
      lookup.then(resolve, reject).finally(stop);
    });
  }
}
