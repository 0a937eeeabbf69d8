import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Folder with `package.json` and the lock file of the client libraries. */
export const CLIENTS = 'test/clients';

/** Folder where they are installed: below `node_modules`, so that no check takes them for files of Vigia. */
export const INSTALLED_CLIENTS = resolve('node_modules/.cache/vigia/clients');

const LOCK = 'package-lock.json';

/** Whether the client libraries are installed as their lock file has them. */
export function areClientsInstalled(): boolean {
  // npm writes the hidden lock file at the end of an installation.
  if (!existsSync(join(INSTALLED_CLIENTS, 'node_modules/.package-lock.json'))) return false;
  return readFileSync(join(INSTALLED_CLIENTS, LOCK), 'utf8') === readFileSync(join(CLIENTS, LOCK), 'utf8');
}

/** Whether tests of client libraries can run. In CI they must, and fail otherwise. */
export const clientsCanRun = areClientsInstalled() || process.env.CI !== undefined;
