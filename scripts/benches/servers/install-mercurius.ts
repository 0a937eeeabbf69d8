import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const PACKAGES = { fastify: '5.12.8', mercurius: '16.10.1' };
const FOLDER = resolve('node_modules/.cache/vigia/mercurius');

/**
 * Installs Mercurius from the registry on first use. It is not a dependency, because everybody who starts the service
 * would then install its hundred packages.
 *
 * @returns the file to resolve it from.
 */
export function installMercurius(): string {
  const file = `${FOLDER}/package.json`;
  if (existsSync(`${FOLDER}/node_modules/mercurius/package.json`)) return file;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, JSON.stringify({ private: true, dependencies: PACKAGES }));
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'inherit' });
  return file;
}
