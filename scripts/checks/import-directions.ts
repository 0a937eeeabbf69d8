import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderCircles } from './folder-circles.ts';

/**
 * Checks that every import obeys `.dependency-cruiser.cjs` and that no two sub-folders of a folder import each other.
 * Prints each violation with its remedy.
 */

const CRUISE = 'node_modules/.cache/vigia/imports.json';
const CRUISED = ['src', 'client', 'clients', 'test', 'scripts', 'mikro-orm.config.ts', 'vitest.config.ts'];

/** Minimum number of modules per folder; fewer would mean that the check itself is broken. */
const FEWEST_MODULES = { 'src/': 50, 'client/src/': 10 };

/** Imports known to exist, one per import syntax, which the check must be able to follow. */
const KNOWN_ARROWS = { 'src/app/serve.ts': 'src/app/app.ts', 'client/src/app.tsx': 'client/src/routes.tsx' };

interface Cruise {
  readonly modules: readonly { source: string; dependencies: readonly { resolved: string }[] }[];
}

mkdirSync(dirname(CRUISE), { recursive: true });
if (run('depcruise', ...CRUISED, '--output-type', 'json', '--output-to', CRUISE)) {
  const cruise: Cruise = JSON.parse(readFileSync(CRUISE, 'utf8'));
  for (const spot of blindSpots(cruise)) fail(spot);
  for (const circle of folderCircles(cruise.modules)) fail(circle);
  run('depcruise-fmt', CRUISE, '--output-type', 'err-long', '--exit-code');
}

function blindSpots({ modules }: Cruise): string[] {
  const tooFew = Object.entries(FEWEST_MODULES).flatMap(([start, fewest]) => {
    const seen = modules.filter(({ source }) => source.startsWith(start)).length;
    return seen < fewest ? [`Only ${seen} modules were seen below ${start}: at least ${fewest} were expected`] : [];
  });
  const notFollowed = Object.entries(KNOWN_ARROWS).flatMap(([from, to]) => {
    const imports = modules.find(({ source }) => source === from)?.dependencies ?? [];
    return imports.some(({ resolved }) => resolved === to) ? [] : [`The import of ${to} by ${from} was not seen`];
  });
  return [...tooFew, ...notFollowed];
}

function run(command: string, ...args: string[]): boolean {
  const { status } = spawnSync(join('node_modules', '.bin', command), args, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
  return status === 0;
}

function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}
