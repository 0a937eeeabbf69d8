import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('the benchmarks can be loaded as Node.js runs them, without a build', () => {
  const said = execFileSync(process.execPath, ['scripts/bench.ts'], { encoding: 'utf8' });
  expect(said).toMatch(/^usage: npm run bench -- <convert \| .* \| turns>$/m);
});
