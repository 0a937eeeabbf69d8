/** Prints the result of each step as it ends, and counts them. */
export class Report {
  #passed = 0;
  #failed = 0;
  #skipped = 0;

  /**
   * Runs one step of a way of installing. @returns its result.
   *
   * @throws what the step throws, after reporting it: the later steps of that way depend on it.
   */
  async step<Result>(way: string, fact: string, act: () => Promise<Result>): Promise<Result> {
    const start = performance.now();
    const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
    try {
      const result = await act();
      this.#passed += 1;
      console.log(`passed   ${way}: ${fact} (${seconds()})`);
      return result;
    } catch (error) {
      this.#failed += 1;
      console.log(`FAILED   ${way}: ${fact} (${seconds()})\n${describe(error)}`);
      throw new Reported();
    }
  }

  skip(way: string, reason: string): void {
    this.#skipped += 1;
    console.log(`SKIPPED  ${way}: ${reason}`);
  }

  /** Prints the totals as the last line. @returns whether something was checked and nothing has failed. */
  sumUp(): boolean {
    console.log(`${this.#passed} passed, ${this.#failed} failed, ${this.#skipped} skipped`);
    return this.#failed === 0 && this.#passed > 0;
  }
}

/** A failure that has already been printed. */
export class Reported extends Error {}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}\n${describe(error.cause)}`;
}
