/** Points whose times differ by less belong to the same moment: senders read one source after the other. */
const SAME_MOMENT_MS = 500;

/** Maximum number of figures of a moment. */
const FIGURES_MAX = 5000;

/** The figures of one metric at its newest moment, by series. A figure of a later moment replaces all of them. */
export class Moment<Figure> {
  readonly #figures = new Map<string, Figure>();
  #atMs = Number.NEGATIVE_INFINITY;

  get atMs(): number {
    return this.#atMs;
  }

  /** Ignores figures of earlier moments. */
  set(atMs: number, key: string, figure: Figure): void {
    if (atMs < this.#atMs - SAME_MOMENT_MS) return;
    if (atMs > this.#atMs + SAME_MOMENT_MS) this.#figures.clear();
    if (this.#figures.size >= FIGURES_MAX && !this.#figures.has(key)) return;
    this.#atMs = Math.max(this.#atMs, atMs);
    this.#figures.set(key, figure);
  }

  /** Returns a figure, if it is of the same moment as `atMs`. */
  sameMoment(atMs: number, key: string): Figure | undefined {
    return Math.abs(atMs - this.#atMs) <= SAME_MOMENT_MS ? this.#figures.get(key) : undefined;
  }

  /** Returns the figures; undefined if there are none, or they are from before `sinceMs`. */
  since(sinceMs: number): ReadonlyMap<string, Figure> | undefined {
    return this.#figures.size > 0 && this.#atMs >= sinceMs ? this.#figures : undefined;
  }
}
