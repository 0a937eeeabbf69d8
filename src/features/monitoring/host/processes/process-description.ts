import { readFile, readlink } from 'node:fs/promises';
import { visible } from '../../../../shared/text/visible-text.js';
import { ProcessCommand } from './process-command.js';
import type { ProcessStat } from './process-list.js';
import { isVague, programName } from './program-name.js';

/** Reads what is shown of individual processes apart from their measurements. */
export class ProcessDescriptions {
  readonly #command: ProcessCommand;

  constructor(private readonly folder: string) {
    this.#command = new ProcessCommand({ folder });
  }

  /** Returns a process's display name and its memory usage. */
  async describe({ id, name }: ProcessStat) {
    const status = await readFile(`${this.folder}/${id}/status`, 'utf8').catch(() => '');
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? '0';
    return { name: visible(await this.#nameOf(id, name)), ramBytes: Number(kibibytes) * 1024 };
  }

  async #nameOf(id: number, comm: string): Promise<string> {
    if (!isVague(comm)) return comm;
    const exe = await readlink(`${this.folder}/${id}/exe`).catch(() => undefined);
    return programName({ comm, exe, args: await this.#command.arguments(id) });
  }
}
