import { open, readFile, rename } from 'node:fs/promises';
import { decodeMinute } from '../features/monitoring/agents/protocol/minute-data.js';
import { MINUTE_MS } from '../features/monitoring/agents/protocol/protocol.js';
import { runAgain } from '../shared/concurrency/run-again.js';
import { codeOf } from '../shared/errors/code-of.js';
import { CommandFailure } from '../shared/errors/command-failure.js';
import { hasCode } from '../shared/errors/has-code.js';
import type { Logger } from '../shared/logger.js';
import type { WaitingMinute } from './waiting-minutes.js';

const VERSION = 1;

interface StateFileDeps {
  readonly file: string;
  readonly minutes: () => readonly WaitingMinute[];
  readonly logger: Logger;
}

/** The file that keeps minutes across restarts (`--state`). */
export class StateFile {
  #failure: string | undefined;

  /** Schedules a write; calls made during a write share the next one. */
  readonly saveSoon = runAgain(
    () => this.save(),
    (error) => this.deps.logger.log('error', 'The state could not be written', { error }),
  );

  constructor(private readonly deps: StateFileDeps) {}

  /**
   * Reads the minutes left by a previous process. A file that cannot be parsed is renamed and logged, and the agent
   * continues without it.
   *
   * @throws {CommandFailure} when the file cannot be read at all.
   */
  async read(): Promise<readonly WaitingMinute[]> {
    const { file, logger } = this.deps;
    const text = await readFile(file, 'utf8').catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw new CommandFailure(`--state ${file} cannot be read: ${(error as Error).message}`);
    });
    if (text === undefined) return [];
    try {
      return parseState(text);
    } catch {
      const aside = `${file}.broken`;
      await rename(file, aside);
      logger.log('warn', `The state in ${file} cannot be parsed. It was renamed to ${aside}; its minutes are not sent`);
      return [];
    }
  }

  /** Checks that the file is writable. @throws {CommandFailure} when it isn't. */
  async check(): Promise<void> {
    await this.#write().catch((error: unknown) => {
      throw new CommandFailure(`--state ${this.deps.file} cannot be written: ${(error as Error).message}`);
    });
  }

  /** Writes the file. If that fails, the minutes stay in memory and the failure is logged once. */
  async save(): Promise<void> {
    const { logger, file } = this.deps;
    const before = this.#failure;
    try {
      await this.#write();
      this.#failure = undefined;
    } catch (error) {
      this.#failure = codeOf(error) ?? 'UNKNOWN';
    }
    if (this.#failure === before) return;
    if (this.#failure === undefined) logger.log('info', `The state is written to ${file} again`);
    else
      logger.log('warn', `The state cannot be written to ${file}: waiting minutes are in memory only`, {
        code: this.#failure,
      });
  }

  /** Writes atomically. The file is synced to disk before it is renamed into place, so it is never partial. */
  async #write(): Promise<void> {
    const { file, minutes } = this.deps;
    const draft = `${file}.tmp`;
    const handle = await open(draft, 'w', 0o600);
    try {
      await handle.chmod(0o600);
      await handle.writeFile(`${JSON.stringify({ version: VERSION, minutes: minutes() })}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  }
}

/** @throws for a text that is no state of this version. Checked by hand, so that the agent needs no library for it. */
function parseState(text: string): readonly WaitingMinute[] {
  const { version, minutes }: { version?: unknown; minutes?: unknown } = JSON.parse(text);
  if (version !== VERSION || !Array.isArray(minutes)) throw new Error('Not a state of this version');
  return minutes.map(({ startMs, data }: Readonly<Record<string, unknown>>) => {
    const isStart = Number.isSafeInteger(startMs) && Number(startMs) >= 0 && Number(startMs) % MINUTE_MS === 0;
    if (!isStart || typeof data !== 'string') throw new Error('Not a minute');
    decodeMinute(Number(startMs), data);
    return { startMs: Number(startMs), data };
  });
}
