import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Checks that the client's GraphQL types match `schema.graphql` and that its documents fit the schema. */

const PROJECT = ['--tsconfig', 'client/tsconfig.json'];
const FRESH = 'node_modules/.cache/vigia/graphql-env.d.ts';
const COMMITTED = 'client/src/graphql-env.d.ts';

mkdirSync(dirname(FRESH), { recursive: true });
if (
  tada('generate-output', ...PROJECT, '--output', FRESH) &&
  readFileSync(FRESH, 'utf8') !== readFileSync(COMMITTED, 'utf8')
) {
  console.error(`${COMMITTED} does not fit schema.graphql: run npm run types`);
  process.exitCode = 1;
}
tada('check', ...PROJECT, '--fail-on-warn');

function tada(...args: string[]): boolean {
  const { status } = spawnSync(join('node_modules', '.bin', 'gql.tada'), args, { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
  return status === 0;
}
