import { spawnSync } from 'node:child_process';

/**
 * Runs the tests that need processes, a browser or another server, then the persistence tests again on PostgreSQL, even
 * if the first run fails.
 */
const RUNS = [
  { name: 'system', args: ['--project', 'system', '--project', 'isolated-system', '--project', 'browser'] },
  { name: 'postgresql', args: ['--project', 'postgresql', '--testNamePattern', 'PostgreSQL'] },
] as const;

for (const { name, args } of RUNS) {
  const reporters = ['--reporter=default', '--reporter=./scripts/tally-reporter.ts'];
  const env = { ...process.env, TEST_RUN: name };
  const { status } = spawnSync('vitest', ['run', ...args, ...reporters], { env, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
