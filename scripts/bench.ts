/** `npm run bench -- <name>`: prints measurements as ratios to something measured in the same run (contract 11). */

import { convert } from './benches/convert.ts';
import { crash } from './benches/crash.ts';
import { growth } from './benches/growth.ts';
import { history } from './benches/history.ts';
import { hostSources } from './benches/host-sources.ts';
import { hostile } from './benches/hostile.ts';
import { hosts } from './benches/hosts.ts';
import { idle } from './benches/idle.ts';
import { large } from './benches/large.ts';
import { login } from './benches/login.ts';
import { push } from './benches/push.ts';
import { rest } from './benches/rest.ts';
import { scrape } from './benches/scrape.ts';
import { start } from './benches/start.ts';
import { turns } from './benches/turns.ts';

const benches: Readonly<Record<string, (sizes: readonly string[]) => Promise<void>>> = {
  convert,
  crash,
  growth,
  history,
  hostile,
  hosts,
  idle,
  large,
  login,
  push,
  rest,
  sources: hostSources,
  scrape,
  start,
  turns,
};

const usage = `usage: npm run bench -- <${Object.keys(benches).join(' | ')}>`;
const [name, ...more] = process.argv.slice(2);
const bench = benches[name ?? ''];
if (name === undefined) console.log(usage);
else if (bench && (more.length === 0 || takesSizes(bench, more))) await bench(more);
else {
  console.error(usage);
  process.exitCode = 2;
}

/** Whether a bench accepts these sizes: only `large` takes any, up to four whole numbers. */
function takesSizes(bench: unknown, sizes: readonly string[]): boolean {
  return bench === large && sizes.length <= 4 && sizes.every((size) => /^[1-9]\d*$/.test(size));
}
