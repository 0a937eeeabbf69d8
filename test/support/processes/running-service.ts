import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, onTestFinished } from 'vitest';
import type { AtTheEnd } from '../at-the-end.js';
import { writeMigratedDatabase } from '../databases/databases.js';
import { Browser } from '../http/browser.js';
import { temporaryFolder } from '../temporary-folder.js';
import { PASSWORD } from '../test-app.js';
import { freePort } from './free-port.js';

export interface RunningProgram {
  readonly process: ChildProcess;
  /** All lines of stdout and stderr so far. */
  readonly lines: string[];
  /** Resolves to the first matching line. @throws if the program ends first. */
  line(pattern: RegExp): Promise<string>;
  /** Resolves to the exit code or the terminating signal. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/**
 * Node's compile cache for the service. It saves a tenth of each start, and the tests start the service hundreds of
 * times.
 */
export const NODE_COMPILE_CACHE = resolve('node_modules/.cache/vigia/compiled');

/**
 * Starts a program with only the path, a cache and the given variables in its environment. It is killed at the end of
 * the test.
 */
export function startProgram(
  command: string,
  args: readonly string[],
  environment: Record<string, string>,
  atTheEnd: AtTheEnd = onTestFinished,
): RunningProgram {
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const lines: string[] = [];
  const written = new EventEmitter();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      written.emit('line');
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  atTheEnd(async () => {
    killGroup(child);
    await ended;
  });
  const line = async (pattern: RegExp) => {
    for (;;) {
      const found = lines.find((text) => pattern.test(text));
      if (found) return found;
      // Lines may have arrived together with the end.
      const before = lines.length;
      const outcome = await Promise.race([once(written, 'line'), ended]);
      if (Array.isArray(outcome) || lines.length > before) continue;
      throw new Error(`It ended (${outcome}) without ${pattern}:\n${lines.join('\n')}`);
    }
  };
  return { process: child, lines, line, ended };
}

/** Commands that start the service, either as in the README or by running the built program directly. */
const STARTS = {
  npm: ['npm', ['start']],
  node: [process.execPath, ['dist/main.js']],
} as const;

/**
 * Starts the service with a new data folder and port, and waits until it is ready. It ends with the test. Each start
 * costs more than a second of CPU time, so tests that can share a service use {@link sharedService}.
 */
export async function startService(
  environment: Record<string, string> = {},
  by: keyof typeof STARTS = 'node',
  atTheEnd: AtTheEnd = onTestFinished,
) {
  const port = await freePort();
  const dataDir = join(temporaryFolder(atTheEnd), 'data');
  if (environment.DATABASE_URL === undefined) await writeMigratedDatabase(join(dataDir, 'vigia.sqlite'));
  const [command, args] = STARTS[by];
  const own = { NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir };
  const program = startProgram(command, args, { ...own, ...environment }, atTheEnd);
  await program.line(/Vigia is ready/);
  return { ...program, port, dataDir, baseUrl: `http://localhost:${port}` };
}

/**
 * Shares one service among the tests in a file, or in the `describe` that calls this. The first test that needs it
 * starts it, and it ends after the last one. Each test signs in a new user (`newPerson`) to stay independent of the
 * others.
 */
export function sharedService(environment: Record<string, string> = {}): () => ReturnType<typeof startService> {
  return sharedByTests((atTheEnd) => startService(environment, 'node', atTheEnd));
}

/** Shares anything else that is slow to start, in the same way as {@link sharedService}. */
export function sharedByTests<Started>(start: (atTheEnd: AtTheEnd) => Promise<Started>): () => Promise<Started> {
  const cleanUps: Parameters<AtTheEnd>[0][] = [];
  let started: Promise<Started> | undefined;
  afterAll(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  });
  return () => {
    started ??= start((cleanUp) => cleanUps.push(cleanUp));
    return started;
  };
}

const FORM = { first_name: 'ana', username: 'ana', email: 'a@example.com', password1: PASSWORD, password2: PASSWORD };

/** Registers the account `ana` with a service. @returns a script with its access token. */
export async function createScript(baseUrl: string) {
  const visitor = new Browser(baseUrl);
  await visitor.submit('/accounts/registrar/', FORM);
  const token = await visitor.post('/accounts/api/v1/token/', { username: 'ana', password: PASSWORD });
  const { access } = token.json<{ access: string }>();
  return Object.assign(new Browser(baseUrl, { authorization: `Bearer ${access}` }), { access });
}

/** Kills a program and all its children; does nothing if the program has already ended. */
function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (!pid || exitCode !== null || signalCode !== null) return;
  process.kill(-pid, 'SIGKILL');
}
