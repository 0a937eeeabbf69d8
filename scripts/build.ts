import { execFileSync } from 'node:child_process';
import { globSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyAgentParts } from './agent-parts.ts';
import { compressClient } from './compress.ts';
import { copyTemplates } from './templates.ts';

/** Written last so that an interrupted build does not count. */
const STAMP = 'dist/.built';
const SOURCES = [
  'src/**/*',
  'client/**/*',
  'clients/**/*',
  'tsconfig.json',
  'deploy/agent/*',
  'deploy/vigia-agent.service',
  'vite.agent.config.ts',
  'vite.server.config.ts',
  'package-lock.json',
  'scripts/{agent-parts,build,compress,templates}.ts',
  'schema.graphql',
];

const onlyIfStale = process.argv.includes('--if-stale');
if (onlyIfStale && isFresh()) process.exit(0);

rmSync('dist', { recursive: true, force: true });
run('vite', 'build', '--config', 'vite.server.config.ts', '--logLevel', 'warn');
copyTemplates();
run('vite', 'build', '--config', 'vite.agent.config.ts', '--logLevel', 'warn');
copyAgentParts();
run('vite', 'build', 'client', '--logLevel', 'warn');
run('vite', 'build', 'clients/vigia-client', '--logLevel', 'warn');
run('tsc', '-p', 'clients/vigia-client');
await compressClient();
writeFileSync(STAMP, '');

function isFresh(): boolean {
  const built = modifiedAt(STAMP);
  return SOURCES.flatMap((pattern) => globSync(pattern)).every((file) => modifiedAt(file) <= built);
}

function modifiedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function run(command: string, ...args: string[]): void {
  execFileSync(join('node_modules', '.bin', command), args, { stdio: 'inherit' });
}
