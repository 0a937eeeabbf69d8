import type { ProcessCommand } from '../host/process-command.js';
import type { BusiestProcesses, BusyProcess, Processes } from '../host/processes.js';
import { HostRequest, type HostRequestDeps } from './host-request.js';

/** Longer names are cut, so that ten processes fit into a message. */
const NAME_MAX = 64;

interface HostProcessesDeps extends HostRequestDeps {
  /** Of this machine. */
  readonly processes: Pick<Processes, 'busiest'>;
  readonly commands: Pick<ProcessCommand, 'read'>;
}

/** The processes of the host that is shown, whichever node is asked. */
export class HostProcesses {
  readonly #busiest: HostRequest<never, BusiestProcesses>;
  readonly #command: HostRequest<number, string>;

  constructor(deps: HostProcessesDeps) {
    this.#busiest = new HostRequest(deps, { topic: 'processes', answer: () => busiestOf(deps.processes) });
    this.#command = new HostRequest(deps, { topic: 'process command', answer: (id) => commandOf(deps.commands, id) });
  }

  /** The processes that use most now. Null where they are unknown. */
  busiest(): Promise<BusiestProcesses | null> {
    return this.#busiest.ask();
  }

  /** The full command of a running process; null where it is unknown. */
  command(id: number): Promise<string | null> {
    return this.#command.ask(id);
  }
}

async function busiestOf(processes: HostProcessesDeps['processes']): Promise<BusiestProcesses | null> {
  const found = await processes.busiest();
  return found && { byCpu: shortened(found.byCpu), byRam: shortened(found.byRam) };
}

function shortened(processes: readonly BusyProcess[]): BusyProcess[] {
  return processes.map((process) => ({ ...process, name: process.name.slice(0, NAME_MAX) }));
}

async function commandOf(commands: HostProcessesDeps['commands'], id: unknown): Promise<string | null> {
  return Number.isSafeInteger(id) ? commands.read(id as number) : null;
}
