import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALLED_CLIENTS } from './installed-clients.js';

/** Runs relay-compiler on the documents of `programs/relay.js`. @returns the folder with what it has generated. */
export function compileForRelay(folder: string): string {
  cpSync('test/clients/relay', join(folder, 'src'), { recursive: true });
  cpSync('schema.graphql', join(folder, 'schema.graphql'));
  const artifactDirectory = join(folder, 'generated');
  mkdirSync(artifactDirectory);
  const config = { src: './src', schema: './schema.graphql', language: 'javascript', eagerEsModules: true };
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify({ ...config, artifactDirectory: './generated' }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  execFileSync(process.execPath, [join(INSTALLED_CLIENTS, 'node_modules/relay-compiler/cli.js'), 'relay.config.json'], {
    cwd: folder,
    stdio: 'pipe',
  });
  return artifactDirectory;
}
