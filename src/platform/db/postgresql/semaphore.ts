import { unavailable } from '../unavailable.js';

/** Semaphore that grants slots in order of request and rejects callers that don't get one in time. */
export class Semaphore {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(
    count: number,
    private readonly timeoutMs: number,
  ) {
    this.#free = count;
  }

  /** Waits for a slot. @returns a function that frees it, once. @throws {Busy} after the timeout. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn();
    let isTaken = true;
    return () => {
      if (isTaken) this.#pass();
      isTaken = false;
    };
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(turn);
        reject(unavailable());
      }, this.timeoutMs);
      this.#waiting.add(turn);
    });
  }

  #pass(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
