/** `npm run bench -- <name>`: prints figures, as ratios to something in the same run (contract §11). */
import { login } from './benches/login.ts';
import { rest } from './benches/rest.ts';

const benches: Readonly<Record<string, () => Promise<void>>> = { login, rest };

const bench = benches[process.argv[2] ?? ''];
if (!bench || process.argv.length > 3) {
  console.error(`usage: npm run bench -- <${Object.keys(benches).join(' | ')}>`);
  process.exit(2);
}
await bench();
