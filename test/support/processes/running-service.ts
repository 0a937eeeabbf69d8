import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, onTestFinished } from 'vitest';
import type { AtTheEnd } from '../at-the-end.js';
import { writeMigratedDatabase } from '../databases/databases.js';
import { Browser } from '../http/browser.js';
import { PASSWORD } from '../test-app.js';
import { freePort } from './free-port.js';

/** A program that a test has started. */
export interface RunningProgram {
  readonly process: ChildProcess;
  /** All lines so far, of both outputs. */
  readonly lines: string[];
  /** The first line that fits. @throws when the program ends before. */
  line(pattern: RegExp): Promise<string>;
  /** The exit code, or the signal, with which it ends. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/** A folder that is removed when the test ends. */
export function temporaryFolder(atTheEnd: AtTheEnd = onTestFinished): string {
  const path = mkdtempSync(join(tmpdir(), 'vigia-test-'));
  atTheEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Where Node keeps the code of the service compiled: a tenth of each start, which tests make by the hundred. */
export const NODE_COMPILE_CACHE = resolve('node_modules/.cache/vigia/compiled');

/**
 * Starts a program with nothing in its environment but the path, a cache and what is given; it is killed when the test
 * ends.
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
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => lines.push(line));
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  atTheEnd(async () => {
    killGroup(child);
    await ended;
  });
  const line = async (pattern: RegExp) => {
    for (;;) {
      const found = lines.find((text) => pattern.test(text));
      if (found) return found;
      const next = once(child.stdout, 'data');
      const outcome = await Promise.race([next, ended]);
      if (!Array.isArray(outcome)) throw new Error(`It ended (${outcome}) without ${pattern}:\n${lines.join('\n')}`);
    }
  };
  return { process: child, lines, line, ended };
}

/** How the service is started: as in the README, or the built program itself. */
const STARTS = {
  npm: ['npm', ['start']],
  node: [process.execPath, ['dist/main.js']],
} as const;

/**
 * Starts the service with a data folder and a port of its own, and waits until it is ready. It ends with the test; each
 * start costs more than a second of a processor, so tests that need nothing of their own use {@link sharedService}.
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
 * One service for the tests of a file, or of the `describe` that it is called in: started by the first test that asks
 * for it, ended after the last. So that no test depends on another, each signs in a person of its own (`newPerson`).
 */
export function sharedService(environment: Record<string, string> = {}): () => ReturnType<typeof startService> {
  return sharedByTests((atTheEnd) => startService(environment, 'node', atTheEnd));
}

/** What {@link sharedService} does, for anything else that takes long to start. */
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

/** Registers the account `ana` at a service and gives a script with its access token. */
export async function scriptOf(baseUrl: string) {
  const visitor = new Browser(baseUrl);
  await visitor.submit('/accounts/registrar/', FORM);
  const token = await visitor.post('/accounts/api/v1/token/', { username: 'ana', password: PASSWORD });
  const { access } = token.json<{ access: string }>();
  return Object.assign(new Browser(baseUrl, { authorization: `Bearer ${access}` }), { access });
}

/** Ends a program and all that it started; what is gone already is no fault. */
function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (!pid || exitCode !== null || signalCode !== null) return;
  process.kill(-pid, 'SIGKILL');
}
