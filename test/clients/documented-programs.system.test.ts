import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandLine } from '../support/processes/command-line.js';
import { sharedByTests, startProgram, startService } from '../support/processes/running-service.js';
import { PASSWORD } from '../support/test-app.js';
import { clientFolder } from './client-folder.js';
import { clientsCanRun } from './installed-clients.js';

/** Output of each named program in the page, by which it succeeds. Subscriptions would go on. */
const OUTPUT: Readonly<Record<string, RegExp>> = {
  'first-query.sh': /^\{"data":\{"metrics":\{"cpuPercent":[\d.]+\}\}\}$/,
  'first-query-urql.js': /metrics: .*cpuPercent: [\d.]+/,
  'first-query-apollo.js': /metrics: .*cpuPercent: [\d.]+/,
  'first-query-graphql-request.js': /metrics: .*cpuPercent: [\d.]+/,
  'first-query-vigia-client.js': /metrics: .*cpuPercent: [\d.]+/,
  'first-query-k6.js': /^is signed in: true$/,
  'subscription.sh': /^data: \{"data":\{"metrics":\{"cpuPercent":[\d.]+\}\}\}$/,
  'subscription-graphql-ws.js': /cpuPercent: [\d.]+/,
  'subscription-graphql-sse.js': /cpuPercent: [\d.]+/,
  'subscription-urql.js': /cpuPercent: [\d.]+/,
  'subscription-apollo.js': /cpuPercent: [\d.]+/,
  'subscription-vigia-client.js': /cpuPercent: [\d.]+/,
  'tokens.js': /cpuPercent: [\d.]+/,
  'errors.js': /^UNAUTHENTICATED 401 undefined$/,
  'list.sh': /^\{"data":\{"hosts":\{"nodes":\[\{"id":"1",/,
  'list-urql.js': /^1 hosts$/,
  'list-apollo.js': /^1 hosts$/,
  'node.sh': /^\{"data":\{"node":\{"id":"1","name":".+","state":"\w+"\}\}\}$/,
  'audit-trail.sh': /^id,/,
};

const page = readFileSync('docs/graphql.md', 'utf8');
const programs = new Map(
  [...page.matchAll(/^```(?:sh|js) ([\w.-]+)\n([\s\S]*?)^```$/gm)].map(([, name = '', text = '']) => [name, text]),
);

const prepared = sharedByTests(async (atTheEnd) => {
  const service = await startService({}, 'node', atTheEnd);
  const { create, run } = commandLine(service.dataDir);
  await create('ana', `${PASSWORD}\n`, '--staff');
  const { out } = await run(['token', 'create', 'ana', 'examples', '--scope', 'READ', '--scope', 'STAFF_READ']);
  const environment = { VIGIA: service.baseUrl, TOKEN: out.trim(), PASSWORD };
  const folder = clientFolder(atTheEnd);
  return { environment, folder };
});

/** Starts a program of the page as its reader would. */
function start(name: string, folder: string, environment: Record<string, string>) {
  const file = join(folder, name);
  writeFileSync(file, programs.get(name) ?? '');
  if (name.endsWith('.sh'))
    return startProgram('bash', ['-c', `cd ${folder} && . ./${name} && cat *.csv`], environment);
  if (!name.includes('k6')) return startProgram(process.execPath, [file], environment);
  return startProgram(process.execPath, ['--import', resolve('test/clients/stand-in-for-k6.js'), file], environment);
}

/** Returns a command that a program needs and the machine lacks. */
function missing(name: string): string | undefined {
  const commands = ['curl', 'jq'].filter((command) => programs.get(name)?.includes(`${command} `));
  return commands.find((command) => spawnSync(command, ['--version']).status !== 0);
}

describe.runIf(clientsCanRun)('docs/graphql.md', () => {
  test('names all of its programs, and the test knows each of them', () => {
    const blocks = [...page.matchAll(/^```(sh|js)\b(.*)/gm)].filter(([line]) => line !== '```sh');
    expect(blocks.map(([, , name = '']) => name.trim())).toEqual([...programs.keys()]);
    expect([...programs.keys()]).toEqual(Object.keys(OUTPUT));
    const unnamed = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
    expect(unnamed.filter((text) => text.includes('curl'))).toEqual([]);
  });

  test.for([...programs.keys()])('has a program that does what it says: %s', async (name, { skip }) => {
    if (missing(name)) skip(`the machine has no ${missing(name)}`);
    const { environment, folder } = await prepared();
    const { line } = start(name, folder, environment);
    const expected = OUTPUT[name] ?? /there is no such program/;
    expect(await line(expected)).toMatch(expected);
  });
});
