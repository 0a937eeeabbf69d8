import type { ProcessCommand } from '../host/processes/process-command.js';
import type { BusiestProcesses, BusyProcess, HostProcessList, Processes } from '../host/processes/processes.js';
import { HostRequest, type HostRequestDeps } from './host-request.js';

/** Longer names are cut so that ten processes fit into a message. */
const NAME_MAX = 64;

/** Maximum number of processes in each list, even if an agent sends more. */
const PROCESSES_MAX = 5;

interface HostProcessesDeps extends Pick<HostRequestDeps, 'events' | 'clock'> {
  /** Reads the processes of this machine. */
  readonly processes: Pick<Processes, 'busiest'>;
  readonly commands: Pick<ProcessCommand, 'read'>;
  /** The number of the default host; undefined until there is one. */
  readonly shownHost: () => number | undefined;
  readonly ownHost: () => number | undefined;
  readonly agents: {
    has(host: number): boolean;
    askProcesses(host: number): Promise<BusiestProcesses | null>;
  };
}

/** Queries the processes of any host from any node, by default those of the default host. */
export class HostProcesses implements HostProcessList {
  readonly #busiest: HostRequest<never, BusiestProcesses>;
  readonly #command: HostRequest<number, string>;

  constructor(private readonly deps: HostProcessesDeps) {
    const { ownHost, agents, processes, commands } = deps;
    this.#busiest = new HostRequest(
      { ...deps, isHere: (host) => host === ownHost() || agents.has(host) },
      {
        topic: 'processes',
        answer: async (host) => told(await (host === ownHost() ? processes.busiest() : agents.askProcesses(host))),
      },
    );
    // Agents are never asked for commands, which may contain secrets (promise 48).
    this.#command = new HostRequest(
      { ...deps, isHere: (host) => host === ownHost() },
      { topic: 'process command', answer: (_host, id) => findCommand(commands, id) },
    );
  }

  /** Returns the processes that currently use the most resources; null if unknown. */
  async busiest(host = this.deps.shownHost()): Promise<BusiestProcesses | null> {
    return host === undefined ? null : this.#busiest.ask(host);
  }

  /** Returns the full command of a running process; null if unknown. */
  async command(id: number, host = this.deps.shownHost()): Promise<string | null> {
    return host === undefined ? null : this.#command.ask(host, id);
  }
}

function told(found: BusiestProcesses | null): BusiestProcesses | null {
  return found && { byCpu: shortened(found.byCpu), byRam: shortened(found.byRam) };
}

function shortened(processes: readonly BusyProcess[]): BusyProcess[] {
  return processes.slice(0, PROCESSES_MAX).map((process) => ({ ...process, name: process.name.slice(0, NAME_MAX) }));
}

async function findCommand(commands: HostProcessesDeps['commands'], id: unknown): Promise<string | null> {
  return Number.isSafeInteger(id) ? commands.read(id as number) : null;
}
