import type { Clock } from '../../../../shared/time/clock.js';
import { buildFiguresRow, type HostFiguresRow, type HostRow } from '../status/host-row.js';
import type { HostStatus } from '../status/host-states.js';
import type { HostView } from './host-stream.js';

export interface HostsTick {
  /** Time of the tick, in ISO 8601. */
  readonly at: string;
  readonly rows: readonly HostRow[];
}

/** Shows hosts as rows of a list, returning only rows that differ from those returned before. */
export class RowsView implements HostView<HostsTick> {
  /** Positions of each host in the list, since a host may have been requested twice. */
  readonly #places = new Map<number, number[]>();
  readonly #rows: HostFiguresRow[] = [];
  readonly #changed = new Set<number>();

  constructor(
    numbers: readonly number[],
    private readonly clock: Pick<Clock, 'now'>,
  ) {
    for (const [place, number] of numbers.entries()) {
      this.#places.set(number, [...(this.#places.get(number) ?? []), place]);
    }
  }

  note(host: HostStatus): void {
    const row = buildFiguresRow(host);
    for (const place of this.#places.get(host.number) ?? []) {
      const before = this.#rows[place];
      if (before?.every((figure, index) => figure === row[index])) continue;
      this.#rows[place] = row;
      this.#changed.add(place);
    }
  }

  take(): HostsTick | undefined {
    if (this.#changed.size === 0) return undefined;
    const places = [...this.#changed].sort((a, b) => a - b);
    this.#changed.clear();
    return this.#tick(places);
  }

  /** All rows, including those not taken yet, since receiving a row twice does no harm. */
  readonly whole = (): HostsTick => this.#tick([...this.#rows.keys()]);

  #tick(places: readonly number[]): HostsTick {
    const rows = places.flatMap((place): HostRow[] => {
      const row = this.#rows[place];
      return row ? [[place, ...row]] : [];
    });
    return { at: this.clock.now().toISOString(), rows };
  }
}
