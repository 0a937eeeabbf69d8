import { randomUUID } from 'node:crypto';
import type { NodeEvents } from '../../nodes/node-events.js';
import type { Clock } from '../../shared/clock.js';
import type { BusiestProcesses, BusyProcess, Processes } from '../host/processes.js';

const REQUEST = 'processes';
const ANSWER = 'processes found';

/** A node of another machine measures for half a second; one that cannot answer must not keep anybody waiting. */
const ANSWER_WITHIN_MS = 2000;

/** Longer names are cut, so that ten processes fit into a message. */
const NAME_MAX = 64;

interface HostProcessesDeps {
  /** Of this machine. */
  readonly processes: Pick<Processes, 'busiest'>;
  readonly events: NodeEvents;
  readonly clock: Pick<Clock, 'every'>;
  /** The number of the host that is meant; undefined before there is one. */
  readonly shownHost: () => number | undefined;
  readonly ownHost: () => number | undefined;
}

/** The busiest processes of the host that is shown: where that is another machine, one of its nodes is asked. */
export class HostProcesses {
  readonly #waiting = new Map<string, (found: BusiestProcesses | null) => void>();

  constructor(private readonly deps: HostProcessesDeps) {
    deps.events.subscribe(REQUEST, (message) => void this.#answer(message));
    deps.events.subscribe(ANSWER, (message) => this.#receive(message));
  }

  /** Null where they are unknown, which includes that no node of the machine answers in time. */
  busiest(): Promise<BusiestProcesses | null> {
    const { processes, events, clock, shownHost, ownHost } = this.deps;
    const host = shownHost();
    if (host === ownHost()) return processes.busiest();
    const id = randomUUID();
    return new Promise((resolve) => {
      const end = (found: BusiestProcesses | null) => {
        stopTimer();
        this.#waiting.delete(id);
        resolve(found);
      };
      const stopTimer = clock.every(ANSWER_WITHIN_MS, () => end(null));
      this.#waiting.set(id, end);
      events.publish(REQUEST, { id, host });
    });
  }

  async #answer(message: unknown): Promise<void> {
    const { id, host } = Object(message) as { id?: unknown; host?: unknown };
    const { processes, events, ownHost } = this.deps;
    if (host !== ownHost() || typeof id !== 'string') return;
    const found = await processes.busiest().catch(() => null);
    events.publish(ANSWER, { id, found: found && { byCpu: shortened(found.byCpu), byRam: shortened(found.byRam) } });
  }

  #receive(message: unknown): void {
    const { id, found } = Object(message) as { id?: unknown; found?: BusiestProcesses | null };
    this.#waiting.get(String(id))?.(found ?? null);
  }
}

function shortened(processes: readonly BusyProcess[]): BusyProcess[] {
  return processes.map((process) => ({ ...process, name: process.name.slice(0, NAME_MAX) }));
}
