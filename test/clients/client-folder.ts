import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AtTheEnd } from '../support/at-the-end.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { INSTALLED_CLIENTS } from './installed-clients.js';

/**
 * Creates a folder whose programs can import the client libraries, and `vigia/client` as users of the package do. It has
 * the programs of `test/clients/programs`, and is removed at the end of the test.
 */
export function clientFolder(atTheEnd?: AtTheEnd): string {
  const packages = temporaryFolder(atTheEnd);
  symlinkSync(join(INSTALLED_CLIENTS, 'node_modules'), join(packages, 'node_modules'));
  const folder = join(packages, 'programs');
  cpSync('test/clients/programs', folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve('.'), join(folder, 'node_modules/vigia'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}
