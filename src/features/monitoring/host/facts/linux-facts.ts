import { readFile } from 'node:fs/promises';
import { cpus, release } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from './environment.js';
import type { SystemFacts } from './host-facts.js';

/** Longer texts are cut: they are shown in one line, and go into a row of the database. */
const TEXT_MAX = 120;

/** Reads the facts from the kernel and `/etc`, without starting a process. `root` is where they are; tests hand in another. */
export async function readLinuxFacts(root = '/'): Promise<SystemFacts> {
  const read = (path: string) => readFile(join(root, path), 'utf8').catch(() => undefined);
  const cpuInfo = (await read('proc/cpuinfo')) ?? '';
  return {
    system: cut(systemOf((await read('etc/os-release')) ?? (await read('usr/lib/os-release')) ?? '')),
    kernel: cut(`Linux ${(await read('proc/sys/kernel/osrelease'))?.trim() ?? release()}`),
    processor: processorOf(cpuInfo) ?? (await boardOf(read)),
    cores: countOf(cpuInfo) || cpus().length,
    ...(await readEnvironment(read)),
  };
}

/** The name of a distribution, as `os-release(5)` has it: values may be quoted. */
function systemOf(osRelease: string): string {
  const valueIn = (name: string) => new RegExp(`^${name}=(["']?)(.*)\\1$`, 'm').exec(osRelease)?.[2]?.trim();
  return valueIn('PRETTY_NAME') || valueIn('NAME') || 'Linux';
}

/** x86 names the model of each processor; some others name the chip once, below. */
function processorOf(cpuInfo: string): string | null {
  const name = /^(?:model name|cpu model|cpu|Hardware)\s*:\s*(\S.*)$/m.exec(cpuInfo)?.[1];
  // Vendors pad their names with blanks, and say that it is a registered trade mark.
  const plain = name
    ?.replace(/\((R|TM)\)/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain ? cut(plain) : null;
}

/** ARM names its cores by numbers: the board says more (`Raspberry Pi 4 Model B Rev 1.4`). */
async function boardOf(read: (path: string) => Promise<string | undefined>): Promise<string | null> {
  const model = (await read('proc/device-tree/model'))?.replace(/\0/g, '').trim();
  return model ? cut(model) : null;
}

function countOf(cpuInfo: string): number {
  return [...cpuInfo.matchAll(/^processor\s*:/gm)].length;
}

function cut(text: string): string {
  return text.slice(0, TEXT_MAX);
}
