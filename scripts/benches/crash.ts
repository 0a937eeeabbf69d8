import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { freePort } from '../../test/support/processes/free-port.ts';
import { PageVisitor } from './clients/page-visitor.ts';
import { printTable } from './measuring/figures.ts';
import { PASSWORD } from './measuring/processes.ts';

const ROUNDS = 100;
/** Upper limit of the random time before the process is killed. */
const LIFE_MS = 4000;
/** Name of the accounts whose sessions keep beginning and ending. */
const LEAVING = 'leaving';
const STAYING = 'staying';

interface Acknowledged {
  readonly registrations: string[];
  readonly lockouts: string[];
  readonly logouts: PageVisitor[];
  /** Browsers whose session was ended from another browser. */
  readonly revocations: PageVisitor[];
}

/**
 * Kills the service with SIGKILL at a random time while visitors register, guess, log out and end sessions, restarts it
 * on the same data, and counts acknowledged writes that were lost (promise 31). `ROUNDS` in the environment sets the
 * number of rounds.
 */
export async function crash(): Promise<void> {
  const rounds = Number(process.env.ROUNDS ?? ROUNDS);
  const dataDir = mkdtempSync(join(tmpdir(), 'vigia-bench-'));
  const known: Acknowledged = { registrations: [], lockouts: [], logouts: [], revocations: [] };
  let damaged = 0;
  try {
    await registerBoth(dataDir);
    for (let round = 0; round < rounds; round += 1) {
      const service = await start(dataDir);
      const life = pause(Math.random() * LIFE_MS).then(() => service.child.kill('SIGKILL'));
      const visits = ACTIONS.map((action, kind) => writeUntilGone(action, service, `round${round}kind${kind}`, known));
      await Promise.all([life, service.ended, ...visits]);
      if (!isWhole(dataDir)) damaged += 1;
    }
    const lost = await countLost(dataDir, known);
    printTable([
      [`${rounds} kills`, 'acknowledged', 'lost'],
      ...Object.entries(known).map(([name, list]) => [
        name,
        String(list.length),
        String(lost[name as keyof Acknowledged]),
      ]),
      ['damaged databases', '', String(damaged)],
    ]);
    if (damaged > 0 || Object.values(lost).some((count) => count > 0)) process.exitCode = 1;
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

async function registerBoth(dataDir: string): Promise<void> {
  const service = await start(dataDir);
  for (const name of [LEAVING, STAYING]) await new PageVisitor(service.port).register(name, PASSWORD);
  service.child.kill('SIGKILL');
  await service.ended;
}

interface Running {
  readonly port: number;
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
}

/** The process to kill when the bench exits, for whatever reason. */
let running: ChildProcess | undefined;
process.once('exit', () => running?.kill('SIGKILL'));

async function start(dataDir: string): Promise<Running> {
  const port = await freePort();
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', DATA_DIR: dataDir, PORT: String(port) };
  const child = spawn(process.execPath, ['dist/main.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  running = child;
  const ended = once(child, 'close');
  for await (const line of createInterface(child.stdout))
    if (line.includes('is ready')) return { port, child: flowing(child), ended };
  throw new Error('The service did not start on the data left by the kill');
}

/** Drains a process's output so that it never blocks on a full pipe. */
function flowing(child: ChildProcess): ChildProcess {
  child.stdout?.resume();
  return child;
}

type Action = (port: number, name: string, known: Acknowledged) => Promise<void>;

/** Each kind of write, repeated by its own visitor. */
const ACTIONS: readonly Action[] = [
  async (port, name, known) => {
    if ((await new PageVisitor(port).register(name, PASSWORD)) === 302) known.registrations.push(name);
  },
  async (port, name, known) => {
    for (let guess = 0; guess < 5; guess += 1) {
      if ((await new PageVisitor(port).askToken(name, 'wrong')) === 429) known.lockouts.push(name);
    }
  },
  async (port, _name, known) => {
    const visitor = new PageVisitor(port);
    await visitor.logIn(LEAVING, PASSWORD);
    if ((await visitor.logOut()) === 302) known.logouts.push(visitor);
  },
  async (port, _name, known) => {
    const [staying, other] = [new PageVisitor(port), new PageVisitor(port)];
    await other.logIn(STAYING, PASSWORD);
    await staying.logIn(STAYING, PASSWORD);
    if (await staying.endOtherSessions()) known.revocations.push(other);
  },
];

async function writeUntilGone(action: Action, service: Running, prefix: string, known: Acknowledged): Promise<void> {
  try {
    for (let turn = 0; ; turn += 1) await action(service.port, `${prefix}turn${turn}`, known);
  } catch (error) {
    if (service.child.exitCode === null && service.child.signalCode === null && !service.child.killed) throw error;
  }
}

function isWhole(dataDir: string): boolean {
  const database = new SqliteDatabase(join(dataDir, 'vigia.sqlite'), { readonly: true });
  const result = database.pragma('integrity_check', { simple: true });
  database.close();
  return result === 'ok';
}

/** @returns how many acknowledged writes of each kind are missing. */
async function countLost(dataDir: string, known: Acknowledged): Promise<Record<keyof Acknowledged, number>> {
  const database = new SqliteDatabase(join(dataDir, 'vigia.sqlite'), { readonly: true });
  const names = new Set(database.prepare('select username from users').pluck().all());
  const locked = new Set(
    database.prepare('select username from login_places where failed group by 1 having count(*) = 5').pluck().all(),
  );
  database.close();
  const service = await start(dataDir);
  const alive = async (visitors: readonly PageVisitor[]) => {
    let count = 0;
    for (const visitor of visitors) if (await visitor.movedTo(service.port).isSignedIn()) count += 1;
    return count;
  };
  const lost = {
    registrations: known.registrations.filter((name) => !names.has(name)).length,
    lockouts: known.lockouts.filter((name) => !locked.has(name)).length,
    logouts: await alive(known.logouts),
    revocations: await alive(known.revocations),
  };
  service.child.kill('SIGKILL');
  await service.ended;
  return lost;
}
