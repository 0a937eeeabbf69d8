import { chmodSync, cpSync, mkdirSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Copies files and folders by their names below `from`; missing ones are left out. */
export function copyFiles(from: string, names: readonly string[], to: string, accepts = (_name: string) => true): void {
  for (const name of names) {
    const target = join(to, name);
    mkdirSync(dirname(target), { recursive: true });
    if (statSync(join(from, name), { throwIfNoEntry: false })) {
      cpSync(join(from, name), target, { recursive: true, dereference: true, filter: accepts });
    }
  }
}

/** Makes modes and times below a folder independent of who packs it and when. `seconds` since 1970. */
export function normalizeFiles(folder: string, seconds: number): void {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  // Folders last, since a change of their content changes their time.
  for (const path of [...entries.sort().reverse(), folder]) {
    const { mode } = statSync(path);
    const isOpen = statSync(path).isDirectory() || (mode & 0o100) !== 0;
    chmodSync(path, isOpen ? 0o755 : 0o644);
    utimesSync(path, seconds, seconds);
  }
}
