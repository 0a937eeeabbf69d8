import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { areClientsInstalled, CLIENTS, INSTALLED_CLIENTS } from '../test/clients/installed-clients.ts';

/**
 * Installs the client libraries that the service is tried with, unless they are installed already. They are apart from
 * Vigia's own packages, because nothing else needs them.
 */
if (!areClientsInstalled()) {
  mkdirSync(INSTALLED_CLIENTS, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(CLIENTS, file), join(INSTALLED_CLIENTS, file));
  const { status } = spawnSync('npm', ['ci', '--prefer-offline'], { cwd: INSTALLED_CLIENTS, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
