import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Tally, TEST_RUNS, tallyFile } from './tally-reporter.ts';

/**
 * Runs everything that CI runs (contract 11) and prints a final line with the total numbers of checks and individual
 * tests. The checks run alongside the tests, because `npm test` leaves some processors idle; their output follows the
 * tests'. With `--without-tests`, the tests are not rerun: the results of the previous `npm test` and `npm run
 * test:system` count.
 */

interface Check {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** Whether to print its output even if it passes. */
  readonly talks?: boolean;
}

interface Outcome {
  readonly ok: boolean;
  readonly report: string;
}

/** Runs first because some of the others read its output. */
const BUILD: Check = { name: 'build', command: ['node', 'scripts/build.ts', '--if-stale'] };

/**
 * Checks that can run in any order, longest first, one per processor, alongside the tests on the processors that these
 * leave idle.
 */
const CHECKS: readonly Check[] = [
  { name: 'types of the server and the tests', command: typesOf('tsconfig.json') },
  { name: 'import directions', command: ['node', 'scripts/checks/import-directions.ts'] },
  { name: 'format and lint', command: ['biome', 'check', '--error-on-warnings', '--max-diagnostics=none', '.'] },
  { name: 'types of the client', command: typesOf('client/tsconfig.json') },
  { name: 'GraphQL types of the client', command: ['node', 'scripts/checks/client-graphql-types.ts'] },
  { name: 'dead code and dependencies', command: ['knip', '--treat-config-hints-as-errors'] },
  { name: 'types of the tests of the client', command: typesOf('test/client/tsconfig.json') },
  { name: 'messages', command: ['node', 'scripts/checks/messages.ts'] },
  { name: 'conventions of the GraphQL schema', command: ['node', 'scripts/checks/graphql-lint.ts'] },
  { name: 'types of the scripts', command: typesOf('scripts/tsconfig.json') },
  { name: 'references', command: ['node', 'scripts/checks/references.ts'] },
  { name: 'comments', command: ['node', 'scripts/checks/comments.ts'] },
  { name: 'size of the client', command: ['node', 'scripts/checks/client-size.ts'], talks: true },
  { name: 'types of the service worker', command: typesOf('client/worker/tsconfig.json') },
];

/**
 * Runs beside the tests that need nothing, because it mostly waits for the network. If it fails, `npm run test:system`
 * tries again.
 */
const CLIENTS: Check = { name: 'client libraries', command: ['node', 'scripts/install-clients.ts'] };

/** Runs last, because it considers a page complete after a second without requests, which a busy machine can fake. */
const FIRST_LOADS: Check = {
  name: 'first loads in a browser',
  command: ['node', 'scripts/checks/first-load.ts'],
  talks: true,
};

/** Runs after the tests too, because it starts the demonstration and a browser. */
const PICTURES: Check = { name: 'pictures', command: ['node', 'scripts/checks/pictures.ts'] };

/** Runs beside the pictures: it starts the installed service, which must be ready within a time. */
const NPM_PACKAGE: Check = {
  name: 'npm package, installed and started',
  command: ['node', 'scripts/checks/npm-package.ts'],
  talks: true,
};

/** Uses one thread, because the tests need the other processors and threads do some of the work twice. */
function typesOf(project: string): Check['command'] {
  return ['tsc', '-p', project, '--singleThreaded'];
}

const PATH = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter);

const isBuilt = print(await run(BUILD));
const beside = inParallel(CHECKS);
const tests = process.argv.includes('--without-tests') ? testsBefore() : await testsNow();
const checks = [isBuilt, ...(await beside).map(print)];
for (const outcome of await Promise.all([NPM_PACKAGE, PICTURES].map(run))) checks.push(print(outcome));
checks.push(print(await run(FIRST_LOADS)));

const passed = checks.filter(Boolean).length + tests.passed.length;
const failed = checks.filter((ok) => !ok).length + tests.failed.length;
console.log(`${passed} passed, ${failed} failed, ${tests.skipped.length} skipped`);
if (failed > 0) process.exitCode = 1;

async function inParallel(all: readonly Check[]): Promise<Outcome[]> {
  const waiting = all.values();
  const outcomes: Outcome[] = [];
  const runOneAfterAnother = async () => {
    for (const { command, ...check } of waiting) {
      outcomes.push(await run({ ...check, command: ['nice', '-n', '19', ...command] }));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runOneAfterAnother));
  return outcomes;
}

async function run({ name, command: [program, ...args], talks = false }: Check): Promise<Outcome> {
  const start = performance.now();
  const child = spawn(program, args, { env: { ...process.env, PATH }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [status, ...output] = await Promise.all([statusOf(child), text(child.stdout), text(child.stderr)]);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const ok = status === 0;
  const result = `${ok ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`;
  return { ok, report: ok && !talks ? result : `${result}\n${output.join('').trimEnd()}` };
}

/** Returns a program's exit code; null if a signal ended it or it could not be started. */
async function statusOf(child: ChildProcess): Promise<number | null> {
  try {
    const [status] = await once(child, 'close');
    return status;
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
    return null;
  }
}

function print({ ok, report }: Outcome): boolean {
  console.log(report);
  return ok;
}

async function testsNow(): Promise<Tally> {
  for (const run of TEST_RUNS) rmSync(tallyFile(run), { force: true });
  const clients = run(CLIENTS);
  const isGreenAlone = await succeeds('test');
  // Otherwise both would install at once.
  await clients;
  const isGreen = (await succeeds('test:system')) && isGreenAlone;
  const tally = readTallies();
  return isGreen || tally.failed.length > 0 ? tally : { ...tally, failed: ['the run itself'] };
}

async function succeeds(script: string): Promise<boolean> {
  const child = spawn('npm', ['run', script], { env: { ...process.env, PATH }, stdio: 'inherit' });
  return (await statusOf(child)) === 0;
}

function testsBefore(): Tally {
  const tally = readTallies();
  const counts = `${tally.passed.length} passed, ${tally.failed.length} failed, ${tally.skipped.length} skipped`;
  console.log(`tests, from their last runs: ${counts}`);
  for (const name of tally.failed) console.log(`FAILED  ${name}`);
  for (const name of tally.skipped) console.log(`skipped ${name}`);
  return tally;
}

/** Returns the total of all runs. A run without a tally has failed. */
function readTallies(): Tally {
  const tallies = TEST_RUNS.map((run): Tally => {
    if (!existsSync(tallyFile(run)))
      return { passed: [], failed: [`the ${run} tests have not run to their end`], skipped: [] };
    return JSON.parse(readFileSync(tallyFile(run), 'utf8'));
  });
  return {
    passed: tallies.flatMap(({ passed }) => passed),
    failed: tallies.flatMap(({ failed }) => failed),
    skipped: tallies.flatMap(({ skipped }) => skipped),
  };
}
