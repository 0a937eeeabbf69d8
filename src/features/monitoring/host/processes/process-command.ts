import { open } from 'node:fs/promises';
import { cutToBytes } from '../../../../shared/text/cut-text.js';
import { visible } from '../../../../shared/text/visible-text.js';
import { startDeadline } from '../bounded-source.js';

/** Longer commands are cut so that one fits into a message between nodes even with all its quotes escaped. */
const COMMAND_MAX_BYTES = 3500;

const DEADLINE_MS = 1000;

interface ProcessCommandDeps {
  /** The kernel's process folder; tests pass another. */
  readonly folder?: string;
  readonly deadlineMs?: number;
}

/**
 * Reads the full commands of running processes. The kernel copies them from the process's memory and waits while that
 * is locked, so they are read one at a time, and callers wait at most a second.
 */
export class ProcessCommand {
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly deps: ProcessCommandDeps = {}) {}

  /** Returns null if the process does not exist or has no command, as is the case for kernel threads. */
  async read(id: number): Promise<string | null> {
    const bytes = await this.#bytes(id);
    if (bytes === null) return null;
    const text = visible(bytes.replace(/\0+$/, '').replaceAll('\0', ' ')).trim();
    const cut = cutToBytes(text, COMMAND_MAX_BYTES - 3);
    return cut === text ? text || null : `${cut}…`;
  }

  /**
   * Returns the program and its arguments, cut if they are very long; empty if the process does not exist or has no
   * command.
   */
  async arguments(id: number): Promise<readonly string[]> {
    return (await this.#bytes(id))?.replace(/\0+$/, '').split('\0') ?? [];
  }

  async #bytes(id: number): Promise<string | null> {
    const { folder = '/proc', deadlineMs = DEADLINE_MS } = this.deps;
    const text = this.#last.then(() => readText(`${folder}/${id}/cmdline`));
    this.#last = text;
    const deadline = startDeadline(deadlineMs);
    return Promise.race([text, deadline.passed.then(() => null)]).finally(deadline.cancel);
  }
}

/** Reads the arguments, each terminated by a zero byte. */
async function readText(file: string): Promise<string | null> {
  const handle = await open(file).catch(() => undefined);
  if (!handle) return null;
  try {
    // One extra byte shows whether the command is even longer.
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(COMMAND_MAX_BYTES + 1), 0, COMMAND_MAX_BYTES + 1, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}
