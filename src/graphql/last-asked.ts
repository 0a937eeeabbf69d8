/** What was asked for last, by its text: no more than so many, so that it cannot grow. */
export class LastAsked<T> {
  readonly #kept = new Map<string, T>();

  constructor(private readonly most: number) {}

  /** What is kept under a text, which is thereby the newest. */
  get(text: string): T | undefined {
    const kept = this.#kept.get(text);
    if (kept !== undefined) this.#renew(text, kept);
    return kept;
  }

  /** Keeps a value as the newest; what has not been asked for longest is forgotten. */
  set(text: string, value: T): void {
    this.#renew(text, value);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.most && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** A map keeps the order in which its keys came. */
  #renew(text: string, value: T): void {
    this.#kept.delete(text);
    this.#kept.set(text, value);
  }
}
