/** Number of removed entries to leave in place before the others are moved to the front. */
const REMOVED_MAX = 4096;

/** A queue of numbers with stable indices. Numbers are added at the end and removed from the front. */
export class NumberQueue {
  #numbers: number[] = [];
  /** Number of entries at the front of the list that have already been removed. */
  #removed = 0;

  /** @param offset the index of the first number. */
  constructor(private offset = 0) {}

  /** Index of the oldest number. */
  get first(): number {
    return this.offset + this.#removed;
  }

  /** Index of the next number to be added. */
  get end(): number {
    return this.offset + this.#numbers.length;
  }

  /** Returns the number at an index from {@link first} up to but excluding {@link end}. */
  at(index: number): number {
    return this.#numbers[index - this.offset] as number;
  }

  push(value: number): void {
    this.#numbers.push(value);
  }

  removeLast(): void {
    this.#numbers.pop();
  }

  removeBefore(index: number): void {
    this.#removed = Math.max(this.#removed, index - this.offset);
    if (this.#removed < REMOVED_MAX || this.#removed < this.#numbers.length / 2) return;
    this.#numbers = this.#numbers.slice(this.#removed);
    this.offset += this.#removed;
    this.#removed = 0;
  }

  /** Removes the number at the given index and all later ones. */
  removeFrom(index: number): void {
    this.#numbers.length = Math.max(this.#removed, index - this.offset);
  }
}
