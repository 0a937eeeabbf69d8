import type { Clock } from '../../../shared/time/clock.js';

/** Rate-limits log notes per host and counts those held back, so that no host can fill the log. */
export class HostNotes {
  readonly #notes = new Map<number, { readonly atMs: number; heldBack: number }>();

  constructor(
    private readonly clock: Pick<Clock, 'steady'>,
    private readonly everyMs: number,
  ) {}

  /** @returns the number of notes held back since the last one that passed; undefined if this one is held back. */
  pass(host: number): number | undefined {
    const nowMs = this.clock.steady().getTime();
    const last = this.#notes.get(host);
    if (last && nowMs - last.atMs < this.everyMs) {
      last.heldBack += 1;
      return undefined;
    }
    this.#notes.set(host, { atMs: nowMs, heldBack: 0 });
    return last?.heldBack ?? 0;
  }
}
