import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandLine } from '../support/processes/command-line.js';
import { startProgram, startService } from '../support/processes/running-service.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const PROGRAM = 'dist/agent/vigia-agent.cjs';
const isThere = process.platform === 'linux' && spawnSync('xz', ['--version']).status === 0;

test('the program of the agent contains ws and ipaddr.js and nothing else of others', () => {
  const packages = readFileSync('dist/agent/third-party-licences.txt', 'utf8').match(/^## \S+/gm);
  expect(packages).toEqual(['## ipaddr.js', '## ws', '## koffi']);
});

test('the program has the options of the command, and its exit codes', () => {
  const run = (...args: string[]) => spawnSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8', env: {} });
  expect(run('--help').stdout).toMatch(/^usage: vigia-agent --hub <hub> /);
  expect(run('--version').stdout).toBe(`${JSON.parse(readFileSync('package.json', 'utf8')).version}\n`);
  expect(run()).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^vigia-agent: missing --hub\nusage: vigia-agent /),
  });
  expect(run('--hub', 'https://hub.example')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('There is no token'),
  });
});

test.runIf(isThere)('the archive that a service offers has an agent that connects to it', async () => {
  const service = await startService();
  const { run } = commandLine(service.dataDir, { PORT: String(service.port) });
  const [token = ''] = /vigia_host_[\w-]+/.exec((await run(['host', 'add', 'web-1'])).out) ?? [];
  const url = `http://127.0.0.1:${service.port}`;
  const name = `vigia-agent-linux-${process.arch}.tar.xz`;
  const archive = Buffer.from(await (await fetch(`${url}/agent/${name}`)).arrayBuffer());
  const sum = createHash('sha256').update(archive).digest('hex');
  expect(await (await fetch(`${url}/agent/SHA256SUMS`)).text()).toBe(`${sum}  ${name}\n`);
  expect(await (await fetch(`${url}/agent/install.sh`)).text()).toMatch(/^#!\/bin\/sh\n[\s\S]*\nmain "\$@"\n$/);
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), archive);
  expect(spawnSync('tar', ['--extract', '--file', name], { cwd: folder }).status).toBe(0);
  const agent = startProgram(join(folder, 'vigia-agent/vigia-agent'), ['--hub', url], { VIGIA_AGENT_TOKEN: token });
  await agent.line(/Connected to/);
});
