import { readFile } from 'node:fs/promises';
import { cpus, release } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from './environment.js';
import type { SystemFacts } from './host-facts.js';

/** Longer strings are cut, since they are shown on one line and stored in a database row. */
const TEXT_MAX = 120;

/**
 * Reads the facts from the kernel and `/etc`, without starting a process. `root` is the folder they are in; tests pass
 * another.
 */
export async function readLinuxFacts(root = '/'): Promise<SystemFacts> {
  const read = (path: string) => readFile(join(root, path), 'utf8').catch(() => undefined);
  const cpuInfo = (await read('proc/cpuinfo')) ?? '';
  return {
    system: cut(parseSystem((await read('etc/os-release')) ?? (await read('usr/lib/os-release')) ?? '')),
    kernel: cut(`Linux ${(await read('proc/sys/kernel/osrelease'))?.trim() ?? release()}`),
    processor: parseProcessor(cpuInfo) ?? (await readBoard(read)),
    cores: countOf(cpuInfo) || cpus().length,
    ...(await readEnvironment(read)),
  };
}

/** Returns the distribution's name from `os-release(5)`, in which values may be quoted. */
function parseSystem(osRelease: string): string {
  const valueIn = (name: string) => new RegExp(`^${name}=(["']?)(.*)\\1$`, 'm').exec(osRelease)?.[2]?.trim();
  return valueIn('PRETTY_NAME') || valueIn('NAME') || 'Linux';
}

/**
 * Returns the processor's name. x86 lists the model of each processor; some other architectures name the chip once, at
 * the end.
 */
function parseProcessor(cpuInfo: string): string | null {
  const name = /^(?:model name|cpu model|cpu|Hardware)\s*:\s*(\S.*)$/m.exec(cpuInfo)?.[1];
  // Vendors pad names with spaces and add trademark symbols.
  const plain = name
    ?.replace(/\((R|TM)\)/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain ? cut(plain) : null;
}

/**
 * Reads the name of the board (`Raspberry Pi 4 Model B Rev 1.4`), which is more useful on ARM, where cores are
 * identified only by numbers.
 */
async function readBoard(read: (path: string) => Promise<string | undefined>): Promise<string | null> {
  const model = (await read('proc/device-tree/model'))?.replace(/\0/g, '').trim();
  return model ? cut(model) : null;
}

function countOf(cpuInfo: string): number {
  return [...cpuInfo.matchAll(/^processor\s*:/gm)].length;
}

function cut(text: string): string {
  return text.slice(0, TEXT_MAX);
}
