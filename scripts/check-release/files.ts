import type { Container } from './container.ts';

/** Folders whose content the system itself changes: logs, caches, lists of packages, what is in memory only. */
const OF_THE_SYSTEM = ['/proc', '/sys', '/dev', '/run', '/tmp', '/var/tmp', '/var/cache', '/var/log', '/var/lib/apt'];

/** Returns the paths of all files and folders of a root, apart from the system's own and the given ones. */
export async function listFiles(root: Container, apart: readonly string[]): Promise<Set<string>> {
  const pruned = [...OF_THE_SYSTEM, ...apart].flatMap((path) => ['-path', path, '-o']).slice(0, -1);
  const out = await root.exec(['find', '/', '-xdev', '(', ...pruned, ')', '-prune', '-o', '-print']);
  return new Set(out.split('\n').filter((line) => line !== ''));
}

/** @throws if there are paths now that there were not before. */
export function requireNothingLeft(before: ReadonlySet<string>, now: ReadonlySet<string>): void {
  const left = [...now].filter((path) => !before.has(path));
  if (left.length > 0) throw new Error(`${left.length} paths are left, such as:\n${left.slice(0, 20).join('\n')}`);
}
