/** So many removed numbers are left in place before the others are moved to the front. */
const REMOVED_MAX = 4096;

/**
 * Numbers in a row, each with an index that stays its own: new ones are added at the end, old ones are removed at the front.
 */
export class NumberQueue {
  #numbers: number[] = [];
  /** How many at the front of the list are removed already. */
  #removed = 0;

  /** @param first the index of the first number. */
  constructor(private offset = 0) {}

  /** The index of the oldest number. */
  get first(): number {
    return this.offset + this.#removed;
  }

  /** The index that the next number will have. */
  get end(): number {
    return this.offset + this.#numbers.length;
  }

  /** The number with an index between {@link first} and {@link end}. */
  at(index: number): number {
    return this.#numbers[index - this.offset] as number;
  }

  push(value: number): void {
    this.#numbers.push(value);
  }

  /** Removes the newest number. */
  removeLast(): void {
    this.#numbers.pop();
  }

  /** Removes the numbers before an index. */
  removeBefore(index: number): void {
    this.#removed = Math.max(this.#removed, index - this.offset);
    if (this.#removed < REMOVED_MAX || this.#removed < this.#numbers.length / 2) return;
    this.#numbers = this.#numbers.slice(this.#removed);
    this.offset += this.#removed;
    this.#removed = 0;
  }

  /** Removes the numbers from an index on. */
  removeFrom(index: number): void {
    this.#numbers.length = Math.max(this.#removed, index - this.offset);
  }
}
