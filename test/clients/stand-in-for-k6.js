// Preload this into a process (`node --import`) to run a script of k6 once, with so much of k6 as the documented one needs.
import { execFileSync } from 'node:child_process';
import { registerHooks } from 'node:module';

globalThis.__ENV = process.env;

globalThis.k6 = {
  check(answer, checks) {
    for (const [name, holds] of Object.entries(checks)) console.log(`${name}: ${holds(answer)}`);
  },
  post(address, body, { headers }) {
    const options = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);
    const text = execFileSync('curl', ['--silent', address, ...options, '--data', body], { encoding: 'utf8' });
    const read = (value, name) => value?.[name];
    return { json: (path) => path.split('.').reduce(read, JSON.parse(text)) };
  },
};

const MODULES = {
  k6: 'export const { check } = globalThis.k6;',
  'k6/http': 'export default globalThis.k6;',
};

registerHooks({
  resolve(name, context, next) {
    const text = MODULES[name];
    return text === undefined ? next(name, context) : { url: `data:text/javascript,${text}`, shortCircuit: true };
  },
});

const { default: run } = await import(process.argv[1]);
run();
