import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const FOLDER = 'test/clients';
const LOCK = `${FOLDER}/package-lock.json`;
/** Copy of the lock file that was installed. */
const INSTALLED = `${FOLDER}/node_modules/.installed.json`;

/** Installs the client libraries below this folder, unless they are there already. */
export function installClients(): void {
  const lock = readFileSync(LOCK, 'utf8');
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === lock) return;
  execFileSync('npm', ['ci', '--prefix', FOLDER, '--prefer-offline'], { stdio: 'inherit' });
  writeFileSync(INSTALLED, lock);
}
