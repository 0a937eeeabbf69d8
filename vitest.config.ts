import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * Much of their time is waiting, for processes of their own, for a database, for Chromium: more workers than cores. With
 * four more, the tests took a sixth more of the processors.
 */
const WORKERS = availableParallelism() + 2;

/** Files that start processes, or talk to a server beside them: PostgreSQL, Prometheus, a proxy. */
const SYSTEM = 'test/**/*.system.test.ts';
const BROWSER = 'test/browser/**/*.test.ts';

/** Files that replace a module, for which it must not be loaded before. */
const ISOLATED = ['test/features/accounts/credentials/password-hasher.test.ts'];
const ISOLATED_SYSTEM = ['test/features/monitoring/history/added-measure.system.test.ts'];

/** Both databases, for tests that choose none. */
const BOTH = { TEST_DATABASES: 'SQLite,PostgreSQL' };

export default defineConfig({
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    // Thousands of short-lived apps: with the default of 16 MB a tenth of the processors' time goes to collecting them.
    execArgv: ['--max-semi-space-size=64'],
    setupFiles: ['reflect-metadata', 'test/support/real-timers.ts'],
    globalSetup: ['test/support/databases/drop-databases.ts'],
    restoreMocks: true,
    // Generous: a slow machine is no failure. What must be quick is shown by benchmarks.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 120_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [BROWSER, SYSTEM, ...ISOLATED],
          // One process runs many files: to load the service anew for each would take longer than most of their tests.
          isolate: false,
          maxWorkers: WORKERS,
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ISOLATED,
          maxWorkers: WORKERS,
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated-system',
          include: ISOLATED_SYSTEM,
          env: BOTH,
          maxWorkers: WORKERS,
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: [SYSTEM],
          exclude: ISOLATED_SYSTEM,
          env: BOTH,
          isolate: false,
          maxWorkers: WORKERS,
        },
      },
      {
        extends: true,
        test: {
          // Files of `unit` again, for their tests with PostgreSQL in their names: `scripts/test-system.ts` chooses them.
          name: 'postgresql',
          include: globSync('test/**/*.test.ts').filter(
            (file) => !file.endsWith('.system.test.ts') && readFileSync(file, 'utf8').includes('databaseKinds'),
          ),
          env: { TEST_DATABASES: 'PostgreSQL' },
          isolate: false,
          maxWorkers: WORKERS,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [BROWSER],
          // One Chromium serves a process (`openChromium`), and one service should serve a file: `sharedService()` in the
          // `describe`, and in each test `admit(page, newPerson())`, which signs in somebody without opening a page. A
          // service of its own (`startService`) is for tests that set, stop or count something of the whole service.
          isolate: false,
          maxWorkers: WORKERS,
        },
      },
    ],
  },
});
