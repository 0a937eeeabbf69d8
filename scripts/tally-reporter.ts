import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite, Vitest } from 'vitest/node';

/** The Vitest runs that all tests are divided into; the environment variable `TEST_RUN` names the current one. */
export const TEST_RUNS = ['unit', 'system', 'postgresql'] as const;

/** Returns the file where the last run of this kind stored its {@link Tally}. */
export function tallyFile(run: (typeof TEST_RUNS)[number]): string {
  return `node_modules/.cache/vigia/tests-${run}.json`;
}

/** The results of all tests, by name. */
export interface Tally {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
}

/**
 * Counts the tests of a run for `npm run check` and lists the skipped ones by name. A file that cannot be loaded, a
 * failing hook and an error outside any test count as failures: a red run never counts as green.
 */
export default class TallyReporter implements Reporter {
  #pattern: RegExp | undefined;

  onInit({ config }: Vitest): void {
    this.#pattern = config.testNamePattern;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    // Vitest also reports tests that it wasn't asked to run, as skipped.
    const isMeant = ({ fullName }: TestCase) => this.#pattern?.test(fullName) ?? true;
    const tests = modules.flatMap((module) => [...module.children.allTests()].filter(isMeant));
    const groups = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const named = (...states: string[]) => tests.filter((test) => states.includes(test.result().state)).map(nameOf);
    const tally: Tally = {
      passed: named('passed'),
      failed: [
        ...named('failed', 'pending'),
        ...groups.filter((group) => group.errors().length > 0).map(nameOf),
        ...unhandledErrors.map(({ message }) => message),
      ],
      skipped: named('skipped'),
    };
    const run = TEST_RUNS.find((name) => name === process.env.TEST_RUN);
    if (run) {
      mkdirSync(dirname(tallyFile(run)), { recursive: true });
      writeFileSync(tallyFile(run), JSON.stringify(tally, null, 2));
    }
    for (const name of tally.skipped) console.log(`skipped: ${name}`);
    const { passed, failed, skipped } = tally;
    console.log(`${run ?? 'tests'}: ${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped`);
  }
}

function nameOf(entity: TestModule | TestSuite | TestCase): string {
  if (entity.type === 'module') return entity.relativeModuleId;
  return `${entity.module.relativeModuleId} > ${entity.fullName}`;
}
