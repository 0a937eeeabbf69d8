import { visible } from '../../../../shared/text/visible-text.js';

/** Names that are kept of one host, and the length of each. */
const UNKNOWN_METRICS_MAX = 50;
const NAME_MAX = 255;

/** A name that has not been sent for this long is dropped. */
const KEPT_MS = 3_600_000;

/** The names of metrics of one host that Vigia has no use for. */
export class UnknownMetrics {
  readonly #heardMs = new Map<string, number>();
  #told: string | undefined;

  add(name: string, steadyMs: number): void {
    const shown = visible(name.slice(0, NAME_MAX).toWellFormed());
    if (this.#heardMs.has(shown) || this.#heardMs.size < UNKNOWN_METRICS_MAX) this.#heardMs.set(shown, steadyMs);
  }

  /** Returns the names in alphabetical order, if they have changed since the last call. */
  changed(steadyMs: number): readonly string[] | undefined {
    for (const [name, heardMs] of this.#heardMs) if (steadyMs - heardMs > KEPT_MS) this.#heardMs.delete(name);
    const names = [...this.#heardMs.keys()].sort();
    const text = names.join('\n');
    if (text === this.#told) return undefined;
    this.#told = text;
    return names;
  }
}
