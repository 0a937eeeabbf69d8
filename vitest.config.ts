import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Files that replace a module, for which it must not be loaded before. */
const ISOLATED = [
  'test/accounts/authentication/password-hasher.test.ts',
  'test/monitoring/history/added-measure.test.ts',
];

export default defineConfig({
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    setupFiles: ['reflect-metadata'],
    // Generous: a slow machine is no failure. What must be quick is shown by benchmarks.
    testTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', ...ISOLATED],
          // One process runs many files: to load the service anew for each would take longer than most of their tests.
          isolate: false,
          globalSetup: ['test/support/drop-databases.ts'],
          // Much of their time is waiting too: one core less than there are would leave a small machine idle.
          maxWorkers: Math.max(2, availableParallelism()),
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ISOLATED,
          globalSetup: ['test/support/drop-databases.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          // One Chromium serves a process (`openChromium`), and one service should serve a file: `sharedService()` in the `describe`, and in
          // each test `admit(page, newPerson())`, which signs in somebody without opening a page. A service of its own
          // (`startService`) is for tests that set, stop or count something of the whole service.
          // After everything else, so that no other test takes their time.
          sequence: { groupOrder: 1 },
          isolate: false,
          // Most of their time is waiting.
          maxWorkers: 4,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
