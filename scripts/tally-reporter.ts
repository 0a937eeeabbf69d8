import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';

/** Where the last test run stored its {@link Tally}. */
export const TALLY_FILE = 'node_modules/.cache/vigia/tests.json';

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
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
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
    mkdirSync(dirname(TALLY_FILE), { recursive: true });
    writeFileSync(TALLY_FILE, JSON.stringify(tally, null, 2));
    for (const name of tally.skipped) console.log(`skipped: ${name}`);
  }
}

function nameOf(entity: TestModule | TestSuite | TestCase): string {
  if (entity.type === 'module') return entity.relativeModuleId;
  return `${entity.module.relativeModuleId} > ${entity.fullName}`;
}
