import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';
import { freePort } from './free-port.js';
import { startProgram } from './running-service.js';

interface FillableService {
  readonly baseUrl: string;
  readonly port: number;
  /** The data folder as seen by this process. */
  readonly dataDir: string;
  /** Runs a command of the command line on the service's data. @returns the command's output. */
  readonly run: (args: readonly string[]) => string;
  readonly fill: () => void;
  readonly freeSpace: () => void;
}

interface Shortage {
  readonly possible: boolean;
  readonly start: () => Promise<FillableService>;
}

const DISK_MIB = 3;

/** The situations in which a service cannot write, by name. */
export const shortages: Readonly<Record<string, Shortage>> = {
  'a full disk': {
    possible: spawnSync('unshare', ['--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0,
    start: startOnSmallDisk,
  },
  'a disk that fails to write': {
    possible: spawnSync('prlimit', ['--version']).status === 0,
    start: startWithLimitedFiles,
  },
};

/** Uses a small file system for the data folder. Only the service sees it, and it disappears with the service. */
async function startOnSmallDisk(): Promise<FillableService> {
  const dataDir = join(temporaryFolder(), 'data');
  mkdirSync(dataDir);
  const port = await freePort();
  const script = `mount -t tmpfs -o size=${DISK_MIB}m none "$DATA_DIR" && exec "${process.execPath}" dist/main.js`;
  const service = startProgram('unshare', ['--map-root-user', '--mount', 'sh', '-c', script], {
    PORT: String(port),
    DATA_DIR: dataDir,
  });
  await service.line(/Vigia is ready/);
  const inside = ['--target', String(service.process.pid), '--user', '--preserve-credentials', '--mount'];
  const seen = join('/proc', String(service.process.pid), 'root', dataDir);
  const filler = join(seen, 'filler');
  return {
    baseUrl: `http://localhost:${port}`,
    port,
    dataDir: seen,
    run: (args) => run('nsenter', [...inside, process.execPath, ...COMMAND_LINE, ...args], dataDir),
    fill: () => expect(() => writeFileSync(filler, Buffer.alloc(DISK_MIB * 1024 * 1024))).toThrow('ENOSPC'),
    freeSpace: () => rmSync(filler),
  };
}

/** Keeps the service's files from growing, so that SQLite gets a write error. */
async function startWithLimitedFiles(): Promise<FillableService> {
  // Child processes inherit an ignored signal.
  const [program, ...args] = ['bash', '-c', `trap '' XFSZ; exec "${process.execPath}" dist/main.js`];
  const port = await freePort();
  const dataDir = join(temporaryFolder(), 'data');
  const service = startProgram(program as string, args, { PORT: String(port), DATA_DIR: dataDir });
  await service.line(/Vigia is ready/);
  const limit = (bytes: number | 'unlimited') => {
    const { status } = spawnSync('prlimit', [`--pid=${service.process.pid}`, `--fsize=${bytes}:unlimited`]);
    expect(status).toBe(0);
  };
  return {
    baseUrl: `http://localhost:${port}`,
    port,
    dataDir,
    run: (args) => run(process.execPath, [...COMMAND_LINE, ...args], dataDir),
    fill: () => limit(statSync(join(dataDir, 'vigia.sqlite-wal')).size),
    freeSpace: () => limit('unlimited'),
  };
}

const COMMAND_LINE = [resolve('dist/main.js')];

function run(program: string, args: readonly string[], dataDir: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
