import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freePort } from '../support/processes/free-port.js';
import { emptyDatabaseUrl, nodesCanRun, startNode } from '../support/processes/nodes.js';
import { startProgram } from '../support/processes/running-service.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const PAGE = readFileSync('docs/operations/several-nodes.md', 'utf8');

/** Returns the balancer configuration blocks from the operators' page, with the test's addresses. */
function blocks(language: string, [a, b]: readonly number[]): string[] {
  const found = [...PAGE.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block);
  return found.map((block) =>
    block.replaceAll('10.0.0.11:8000', `127.0.0.1:${a}`).replaceAll('10.0.0.12:8000', `127.0.0.1:${b}`),
  );
}

interface Balancer {
  readonly program: string;
  readonly version: string;
  /** Writes the configuration into the folder. @returns the command that starts the balancer. */
  readonly prepare: (folder: string, port: number, nodePorts: readonly number[]) => readonly string[];
}

const balancers: Readonly<Record<string, Balancer>> = {
  nginx: {
    program: 'nginx',
    version: '-v',
    prepare: (folder, port, nodePorts) => {
      const [upstream = '', locations = ''] = blocks('nginx', nodePorts);
      const [, map] = /(map .*?\n})/s.exec(readFileSync('deploy/nginx.conf', 'utf8')) ?? [];
      const [, inside] = /location \/ {(.*?)\n {4}}/s.exec(readFileSync('deploy/nginx.conf', 'utf8')) ?? [];
      const [ofStatic, ofAll] = locations.split('# In "location /":');
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      const server = `server { listen 127.0.0.1:${port}; ${ofStatic}\nlocation / {${inside}\n${ofAll}} }`;
      const http = `access_log off; ${temporary.join(' ')}\n${map}\n${upstream}\n${server}`;
      const main = `${user} pid ${folder}/nginx.pid; error_log stderr; events {} http { ${http} }`;
      writeFileSync(join(folder, 'nginx.conf'), main);
      return ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'];
    },
  },
  Caddy: {
    program: 'caddy',
    version: 'version',
    prepare: (folder, port, nodePorts) => {
      const [proxy = ''] = blocks('caddyfile', nodePorts);
      const site = `{\n\tadmin off\n\tauto_https off\n}\nhttp://localhost:${port} {\n${proxy}}\n`;
      writeFileSync(join(folder, 'Caddyfile'), site);
      return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
    },
  },
};

const isThere = (program: string, argument: string) => spawnSync(program, [argument]).status === 0;

describe.each(Object.entries(balancers))(
  'two nodes behind %s, as the operators read it (contract 13)',
  (_, balancer) => {
    const possible = nodesCanRun && isThere(balancer.program, balancer.version);
    test.runIf(possible)('one that was killed is not missed by those who call after', async () => {
      const port = await freePort();
      const baseUrl = `http://localhost:${port}`;
      const databaseUrl = await emptyDatabaseUrl();
      const environment = { PUBLIC_URL: baseUrl, TRUST_PROXY: '127.0.0.1' };
      const start = () => startNode(databaseUrl, { environment });
      const nodes = [await start(), await start()] as const;
      const folder = temporaryFolder();
      mkdirSync(join(folder, 'home'));
      const ports = nodes.map((node) => node.port);
      startProgram(balancer.program, balancer.prepare(folder, port, ports), { HOME: join(folder, 'home') });
      const ask = () =>
        fetch(`${baseUrl}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query: '{ me { username } }' }),
        }).then(
          ({ status }) => status,
          () => 0,
        );
      await expect.poll(ask).toBe(200);
      const script = /\/static\/[^"]+/.exec(await (await fetch(`${baseUrl}/accounts/login/`)).text())?.[0] ?? '';
      expect((await fetch(baseUrl + script)).status).toBe(200);
      expect((await fetch(`${baseUrl}/static/none.js`)).status).toBe(404);

      nodes[0].process.kill('SIGKILL');
      await nodes[0].ended;
      const statuses: number[] = [];
      for (let call = 0; call < 20; call += 1) statuses.push(await ask());
      expect(statuses).toEqual(Array(20).fill(200));
      expect((await fetch(baseUrl + script)).status).toBe(200);
    });
  },
);
