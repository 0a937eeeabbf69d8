import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import express from 'express';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AgentArchives, archiveName } from '../../src/features/administration/agent-download/agent-archives.js';
import { agentDownloads } from '../../src/features/administration/agent-download/agent-download.pages.js';
import { archiveFiles } from '../../src/features/administration/agent-download/archive-files.js';
import { xzStream } from '../../src/features/administration/agent-download/xz-stream.js';
import { mountAddress } from '../../src/platform/web/requests/addresses.js';
import { MemoryRateLimits } from '../../src/shared/rate-limits/memory-rate-limits.js';
import { Quota } from '../../src/shared/rate-limits/quota.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const isThere = ['xz', 'tar', 'curl'].every((program) => spawnSync(program, ['--version']).status === 0);
const TOKEN = `vigia_host_${'a'.repeat(43)}`;

/** An installation whose agent is a script that prints this version, in place of Node.js. */
function installation(version: string) {
  const folder = temporaryFolder();
  for (const place of Object.values(archiveFiles(process.arch))) {
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    const content = place.endsWith('.service') ? readFileSync('deploy/vigia-agent.service') : `of ${version}`;
    writeFileSync(join(folder, place), content);
  }
  writeFileSync(join(folder, 'dist/agent/vigia-agent'), `#!/bin/sh\necho ${version}\n`);
  writeFileSync(join(folder, 'node'), 'x'.repeat(200_000));
  return folder;
}

/** A hub that serves nothing but what agents are installed from. */
async function startHub() {
  const folder = temporaryFolder();
  let archives: AgentArchives;
  const serve = (version: string) => {
    const place = installation(version);
    const runtime = { program: join(place, 'node'), processor: process.arch };
    archives = new AgentArchives({ folder, installation: place, runtime });
  };
  serve('9.8.7');
  const downloads = new Quota({ rateLimits: new MemoryRateLimits(), name: 'downloads', limit: 1000, seconds: 60 });
  const app = express();
  const handlers = agentDownloads({
    archives: { find: (processor) => archives.find(processor) },
    downloads,
    addressOf: () => '192.0.2.1',
  });
  for (const [path, handler] of Object.entries(handlers)) mountAddress(app, path, handler);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, folder, serve };
}

/** Runs the installer, or a part of its text. */
async function install(args: readonly string[], input = '', script = readFileSync('deploy/agent/install.sh', 'utf8')) {
  const child = spawn('sh', ['-c', script, 'vigia-agent', ...args]);
  // It may end before it reads anything.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [[code], out, err] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

const filesBelow = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(root, name)).isFile());

describe.runIf(isThere)('install.sh of a hub (decision 107)', () => {
  test('installs the agent of the hub, upgrades it with its token, and leaves nothing', async () => {
    const { url, serve } = await startHub();
    const root = temporaryFolder();
    const line = ['--hub', url, '--root', root];
    expect(await install([...line, '--path', '/srv', '--token-file', '-'], `${TOKEN}\n`)).toEqual({
      ...{ code: 0, err: '' },
      out: `Fetching the agent from ${url}\nThe agent 9.8.7 is in ${root}\n`,
    });
    const settings = join(root, 'etc/vigia-agent');
    expect(readFileSync(join(settings, 'token'), 'utf8')).toBe(`${TOKEN}\n`);
    expect(statSync(join(settings, 'token')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(settings, 'agent.env'), 'utf8')).toContain(
      `\nVIGIA_AGENT_OPTIONS=--hub ${url} --path /srv\n`,
    );
    expect(existsSync(join(root, 'etc/systemd/system/vigia-agent.service'))).toBe(true);

    serve('9.8.8');
    expect((await install(line)).out).toContain('The agent 9.8.8 is');
    expect(readFileSync(join(settings, 'token'), 'utf8')).toBe(`${TOKEN}\n`);

    expect((await install(['--uninstall', '--root', root])).code).toBe(0);
    expect(filesBelow(root)).toEqual([]);
  });

  test('leaves what was there if the archive is damaged, or is missing', async () => {
    const { url, folder, serve } = await startHub();
    const root = temporaryFolder();
    await install(['--hub', url, '--root', root, '--token-file', '-'], TOKEN);
    const before = filesBelow(root);
    serve('9.8.8');
    // A release's archive, which is replaced by another of the same age and size after its sum was taken.
    const file = join(folder, archiveName(process.arch as 'x64'));
    writeFileSync(file, 'first');
    utimesSync(file, 1e9, 1e9);
    await fetch(`${url}/agent/SHA256SUMS`);
    writeFileSync(file, 'other');
    utimesSync(file, 1e9, 1e9);
    expect(await install(['--hub', url, '--root', root])).toMatchObject({
      code: 1,
      err: expect.stringContaining('is damaged'),
    });
    expect(filesBelow(root)).toEqual(before);
    const other = process.arch === 'x64' ? 'arm64' : 'x64';
    const answer = await fetch(`${url}/agent/${archiveName(other)}`);
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('folder "agent"')]);
  });

  test('says what is wrong with its arguments, and does nothing if it is cut off', async () => {
    const wrong: [string[], string][] = [
      [[], 'missing --hub'],
      [['--hub'], '--hub needs a value'],
      [['--hub', 'hub.example'], '--hub must be the address'],
      [['--hub', 'https://a b'], '--hub must be the address'],
      [['--hub', 'https://a$(id)'], '--hub must be the address'],
      [['--hub', 'http://192.0.2.1'], '--hub must be https'],
      [['--hub', 'https://a', '--pin', 'md5/x'], '--pin must be'],
      [['--hub', 'https://a', '--path', '/a b'], '--pin and --path'],
      [['--force'], '--force is not known'],
    ];
    for (const [args, message] of wrong) {
      expect(await install(args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
    }
    const { url } = await startHub();
    const root = temporaryFolder();
    const script = readFileSync('deploy/agent/install.sh', 'utf8');
    for (const share of [0.3, 0.6, 0.9, 0.995]) {
      const cut = script.slice(0, Math.floor(script.length * share));
      await install(['--hub', url, '--root', root, '--token-file', '-'], TOKEN, cut);
      expect(filesBelow(root)).toEqual([]);
    }
  });
});

describe.runIf(isThere)('the archive that a hub makes of its own parts', () => {
  test('is what tar and xz read, with the sum that is told, and the same at every hub', async () => {
    const { url, serve } = await startHub();
    const fetched = async (path: string) => Buffer.from(await (await fetch(`${url}/agent/${path}`)).arrayBuffer());
    const name = archiveName(process.arch as 'x64');
    const archive = await fetched(name);
    const sum = createHash('sha256').update(archive).digest('hex');
    expect(String(await fetched('SHA256SUMS'))).toBe(`${sum}  ${name}\n`);
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), archive);
    expect(spawnSync('tar', ['--extract', '--file', name], { cwd: folder })).toMatchObject({ status: 0 });
    const names = [...Object.keys(archiveFiles(process.arch)), 'node'];
    expect(filesBelow(join(folder, 'vigia-agent')).sort()).toEqual(names.sort());
    expect(statSync(join(folder, 'vigia-agent/node'))).toMatchObject({ size: 200_000, mode: 0o100755 });
    serve('9.8.7');
    expect(await fetched(name)).toEqual(archive);
  });

  test('can have any length', async () => {
    for (const length of [0, 1, 65_535, 65_536, 65_537, 300_000]) {
      const content = Buffer.alloc(length, 'abc');
      const packed = await buffer(xzStream(Readable.from([content])));
      const { stdout, status } = spawnSync('xz', ['--decompress', '--stdout'], { input: packed });
      expect([status, stdout.equals(content)]).toEqual([0, true]);
    }
  });
});
