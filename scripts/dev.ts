import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { copyTemplates } from './templates.ts';

/** Rebuilds changed files in `src/` and `client/` and restarts the service. Ctrl-C ends everything. */

/** Debounce time, because the compilers write many files for one change. */
const QUIET_MS = 300;

execFileSync(process.execPath, ['scripts/build.ts', '--if-stale'], { stdio: 'inherit' });
let server = serve();

run('vite', 'build', '--config', 'vite.server.config.ts', '--watch', '--logLevel', 'warn');
run('vite', 'build', 'client', '--watch', '--logLevel', 'warn');
onChange('src', (file) => /\.(eta|json)$/.test(file), copyTemplates);
onChange('dist', () => true, restart);

function serve(): ChildProcess {
  return spawn(process.execPath, ['--enable-source-maps', 'dist/main.js', ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
}

async function restart(): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill();
    await once(server, 'exit');
  }
  server = serve();
}

function run(command: string, ...args: string[]): void {
  spawn(join('node_modules', '.bin', command), args, { stdio: 'inherit' });
}

/** Runs `task` once the files accepted by `concerns` have been unchanged for a short time; runs never overlap. */
function onChange(folder: string, concerns: (file: string) => boolean, task: () => void | Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  watch(folder, { recursive: true }, (_event, file) => {
    if (!file || !concerns(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      last = last.then(task);
    }, QUIET_MS);
  });
}
