import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Much of their time is waiting, for processes of their own, for a database, for Chromium: more workers than cores. With
 * four more, the tests took a sixth more of the processors.
 */
const WORKERS = availableParallelism() + 2;

/** Files that replace a module, for which it must not be loaded before. */
const ISOLATED = [
  'test/accounts/authentication/password-hasher.test.ts',
  'test/monitoring/history/added-measure.test.ts',
];

/** Files that wait for ten seconds and more, the longest first: all at once they would leave the processors idle. */
const WAITING = [
  'test/nodes/outage-of-monitoring.test.ts',
  'test/alerts/channels/delivery/delivery.test.ts',
  'test/shutdown.test.ts',
  'test/agent/hub-outage.test.ts',
  'test/cli/commands/user-commands.test.ts',
  'test/db/postgresql/unreachable-service.test.ts',
  'test/nodes/clocks.test.ts',
  'test/db/migrate.test.ts',
  'test/db/postgresql/reachability.test.ts',
  'test/agent/hub-full-disk.test.ts',
  'test/cli/commands/mail-commands.test.ts',
  'test/nodes/revocation.test.ts',
  'test/nodes/node-events.test.ts',
  'test/outgoing/send-request.test.ts',
  'test/nodes/security-events.test.ts',
  'test/alerts/killed.test.ts',
  'test/monitoring/analysis/analysis.test.ts',
  'test/monitoring/analysis/analyst.test.ts',
];

/** Files of the browser that take longest: begun last, they would be all that runs at the end. */
const LONGEST = [
  'test/browser/accessibility/accessibility-client.test.ts',
  'test/browser/alerts/alerts.test.ts',
  'test/browser/alerts/alert-rules.test.ts',
  'test/browser/monitoring/dashboard.test.ts',
  'test/browser/outage.test.ts',
  'test/browser/converter/converter.test.ts',
  'test/browser/accounts/account-page.test.ts',
  'test/browser/monitoring/hosts.test.ts',
  'test/browser/shell.test.ts',
  'test/browser/accessibility/accessibility.test.ts',
  'test/browser/accessibility/accessibility-administration.test.ts',
];

/**
 * Gives the files an order, also where no run before has left their durations. All of a project come together: a process
 * of Vitest ends when the next file is another project's, and a new one has to load the service, or to start Chromium,
 * again. The browser's files come last because they keep the processors busy to their end.
 */
class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const byProject = Map.groupBy(sorted, ({ project }) => project.name);
    const { unit = [], browser = [], ...rest } = Object.fromEntries(byProject);
    const [waiting, others] = divide(unit, WAITING);
    const [longest, shorter] = divide(browser, LONGEST);
    return [...Object.values(rest).flat(), ...spread(waiting, others), ...longest, ...shorter];
  }
}

/** Those in a list, in its order, and those that are not, as they were. */
function divide(files: readonly TestSpecification[], list: readonly string[]) {
  const isFile = (name: string) => (file: TestSpecification) => file.moduleId.endsWith(`/${name}`);
  const listed = list.flatMap((name) => files.filter(isFile(name)));
  return [listed, files.filter((file) => !listed.includes(file))] as const;
}

/** Puts some among others, with about as many bytes of the others between two of them. */
function spread(some: readonly TestSpecification[], others: readonly TestSpecification[]): TestSpecification[] {
  const sizes = others.map(({ moduleId }) => statSync(moduleId).size);
  const distance = sizes.reduce((sum, size) => sum + size, 0) / (some.length + 1);
  const left = [...some];
  let passed = distance;
  const spreadOut = others.flatMap((other, index) => {
    const isDue = passed >= distance;
    passed += (sizes[index] ?? 0) - (isDue ? distance : 0);
    return isDue ? [...left.splice(0, 1), other] : [other];
  });
  return [...spreadOut, ...left];
}

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
    sequence: { sequencer: Order },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', ...ISOLATED],
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
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
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
