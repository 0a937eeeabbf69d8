import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * More workers than cores, since tests mostly wait for processes, databases and Chromium. Adding four more took a sixth
 * more processor time.
 */
const WORKERS = availableParallelism() + 2;

/** Files that start processes, or that talk to another server: PostgreSQL, Prometheus, a proxy. */
const SYSTEM = 'test/**/*.system.test.ts';
const BROWSER = 'test/browser/**/*.test.ts';

/** Files that mock a module, which must not already be loaded. */
const ISOLATED = ['test/features/accounts/credentials/password-hasher.test.ts'];
const ISOLATED_SYSTEM = ['test/features/monitoring/history/added-measure.system.test.ts'];

/** Runs tests on both databases unless they choose one. */
const BOTH = { TEST_DATABASES: 'SQLite,PostgreSQL' };

export default defineConfig({
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    // Tests create thousands of short-lived apps; with the default of 16 MB, garbage collection would take a tenth of
    // the processor time.
    execArgv: ['--max-semi-space-size=64'],
    setupFiles: ['reflect-metadata', 'test/support/real-timers.ts'],
    globalSetup: ['test/support/databases/drop-databases.ts'],
    restoreMocks: true,
    // Generous because a slow machine is not a failure; benchmarks measure speed.
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
          // One process runs many files, since loading the service again for each would take longer than most of their
          // tests.
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
          // Runs the files of `unit` again for tests with PostgreSQL in their names; selected by
          // `scripts/test-system.ts`.
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
          // Each process shares one Chromium (`openChromium`), and each file should use one service for all of its
          // tests: call `sharedService()` in the `describe`, and `admit(page, newPerson())` in each test, which signs
          // in a new user without opening a page. Only tests that configure, stop or count something in the whole
          // service should start their own (`startService`).
          isolate: false,
          maxWorkers: WORKERS,
        },
      },
    ],
  },
});
