import { execFileSync, spawn } from 'node:child_process';
import { pbkdf2Sync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import SqliteDatabase from 'better-sqlite3';
import { freePort } from '../../../test/support/processes/free-port.ts';

/** The password of every bench account. */
export const PASSWORD = 'correct horse 7';

/** A process that listens on a local port. */
export interface Peer {
  readonly port: number;
  readonly pid: number;
  /** Returns the number of bytes written to standard output so far. */
  readonly loggedBytes: () => number;
  stop(): Promise<void>;
}

export interface Account {
  readonly username: string;
  readonly isActive?: boolean;
}

/**
 * Starts the built service on its own database with the given accounts, whose ids start at 1, plus the data that
 * `prepare` writes into its file.
 */
export async function startService(
  accounts: readonly Account[],
  environment: Readonly<Record<string, string>> = {},
  prepare: (databaseFile: string) => void = () => {},
): Promise<Peer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vigia-bench-'));
  const env = await serviceEnvironment(dataDir, environment);
  execFileSync(process.execPath, ['dist/main.js', 'migrate'], { env });
  fill(join(dataDir, 'vigia.sqlite'), accounts);
  prepare(join(dataDir, 'vigia.sqlite'));
  return startIn(dataDir, env);
}

/** Starts the built service on a database that may be shared; the caller migrates and fills it. */
export async function startNode(environment: Readonly<Record<string, string>>): Promise<Peer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vigia-bench-'));
  return startIn(dataDir, await serviceEnvironment(dataDir, environment));
}

export async function migrate(environment: Readonly<Record<string, string>>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vigia-bench-'));
  const env = await serviceEnvironment(dataDir, environment);
  execFileSync(process.execPath, ['dist/main.js', 'migrate'], { env });
  rmSync(dataDir, { recursive: true });
}

async function serviceEnvironment(dataDir: string, environment: Readonly<Record<string, string>>) {
  const PORT = String(await freePort());
  return { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir, PORT, ...environment };
}

async function startIn(dataDir: string, env: NodeJS.ProcessEnv & { readonly PORT: string }): Promise<Peer> {
  const { pid, loggedBytes, stop } = await start(['dist/main.js'], env, /is ready/);
  return {
    port: Number(env.PORT),
    pid,
    loggedBytes,
    stop: async () => {
      await stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Starts a script that prints its port. */
export async function startScript(file: string, environment: Readonly<Record<string, string>> = {}): Promise<Peer> {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', ...environment };
  const { line, ...peer } = await start([file], env, /listening on \d+/);
  return { port: Number(/\d+$/.exec(line)?.[0]), ...peer };
}

async function start(args: readonly string[], env: NodeJS.ProcessEnv, ready: RegExp) {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => child.kill('SIGKILL'));
  const lines = createInterface(child.stdout);
  let logged = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    logged += chunk.length;
  });
  const line = await new Promise<string>((resolve, reject) => {
    lines.on('line', (text) => ready.test(text) && resolve(text));
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)));
  });
  const stop = async () => {
    child.kill('SIGKILL');
    await once(child, 'close');
  };
  return { line, pid: child.pid ?? 0, loggedBytes: () => logged, stop };
}

/** Returns the processor time used by a process so far, summed over all threads, in ms; Linux only. */
export function processorMs(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return (user + system) * MS_PER_TICK;
}

/**
 * Like {@link processorMs}, but with microsecond precision and without ended threads, for work that takes less than a
 * tick.
 */
export function preciseProcessorMs(pid: number): number {
  const ofTask = (task: string) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
  return readdirSync(`/proc/${pid}/task`).reduce((sum, task) => sum + ofTask(task), 0) / 1e6;
}

/** Linux's unit of processor time, regardless of the kernel's own clock. */
const MS_PER_TICK = 10;

/** Returns the resident memory of a process in KiB; Linux only. */
export function residentKib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** Returns {@link PASSWORD} as stored by the service; all accounts share it so that it is hashed only once. */
export function encodedPassword(): string {
  const hash = pbkdf2Sync(PASSWORD, 'saltsaltsaltsaltsaltsa', 260_000, 32, 'sha256').toString('base64');
  return `pbkdf2_sha256$260000$saltsaltsaltsaltsaltsa$${hash}`;
}

function fill(file: string, accounts: readonly Account[]): void {
  const database = new SqliteDatabase(file);
  const insert = database.prepare(
    `insert into users (username, username_key, first_name, email, password, is_active, date_joined)
     values (@username, @username, 'Bench', 'bench@example.com', @password, @isActive, 0)`,
  );
  const password = encodedPassword();
  database.transaction(() => {
    for (const { username, isActive = true } of accounts)
      insert.run({ username, password, isActive: Number(isActive) });
  })();
  database.close();
}
