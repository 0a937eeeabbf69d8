import { open } from 'node:fs/promises';
import { cutToBytes } from '../../../../shared/text/cut-text.js';
import { visible } from '../../../../shared/text/visible-text.js';
import { startDeadline } from '../bounded-source.js';

/** Longer commands are cut. With its quotes escaped, one fits into a message between nodes. */
const COMMAND_MAX_BYTES = 3500;

const DEADLINE_MS = 1000;

interface ProcessCommandDeps {
  /** Where the kernel shows its processes; tests hand in another folder. */
  readonly folder?: string;
  readonly deadlineMs?: number;
}

/**
 * The full commands of running processes. The kernel copies one out of the memory of its process, and waits for as long as
 * that is blocked: therefore one is read at a time, and nobody waits longer than a second.
 */
export class ProcessCommand {
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly deps: ProcessCommandDeps = {}) {}

  /** Null when there is no such process, or it has none, as those of the kernel itself. */
  async read(id: number): Promise<string | null> {
    const { folder = '/proc', deadlineMs = DEADLINE_MS } = this.deps;
    const text = this.#last.then(() => readCommand(`${folder}/${id}/cmdline`));
    this.#last = text;
    const deadline = startDeadline(deadlineMs);
    return Promise.race([text, deadline.passed.then(() => null)]).finally(deadline.cancel);
  }
}

/** The arguments, which end with a zero each, with blanks between them. */
async function readCommand(file: string): Promise<string | null> {
  const handle = await open(file).catch(() => undefined);
  if (!handle) return null;
  try {
    // One byte more shows that there is more.
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(COMMAND_MAX_BYTES + 1), 0, COMMAND_MAX_BYTES + 1, 0);
    const text = visible(buffer.toString('utf8', 0, bytesRead).replace(/\0+$/, '').replaceAll('\0', ' ')).trim();
    const cut = cutToBytes(text, COMMAND_MAX_BYTES - 3);
    return cut === text ? text || null : `${cut}…`;
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}
