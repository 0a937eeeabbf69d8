import { cpSync, symlinkSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataOf } from '../support/administration.js';
import { FakeClock } from '../support/fakes/fake-clock.js';
import { startProgram } from '../support/processes/running-service.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { createTestApp } from '../support/test-app.js';
import { clientsCanRun, INSTALLED_CLIENTS } from './installed-clients.js';

const GIB = 1024 ** 3;

const FORMS = ['JSON, cumulative', 'JSON, delta, gzip', 'protobuf, cumulative, gzip', 'protobuf, delta'];

interface SentHost {
  readonly newest: {
    readonly cpuPercent: number;
    readonly ramTotal: number;
    readonly networkReceived: number | null;
    readonly diskRead: number;
    readonly diskWritten: number;
  };
}

/** Returns the folder of a program that imports the client libraries. */
function programFolder(): string {
  const folder = temporaryFolder();
  symlinkSync(join(INSTALLED_CLIENTS, 'node_modules'), join(folder, 'node_modules'));
  cpSync('test/clients/opentelemetry', folder, { recursive: true });
  return folder;
}

test.runIf(clientsCanRun)(
  "OpenTelemetry's SDK sends a machine in each of its forms, which then is a host",
  async () => {
    const app = await createTestApp({ clock: new FakeClock(new Date()) });
    const staff = await app.loginAs('eva', { isStaff: true });
    const tokens: string[] = [];
    for (const name of FORMS) {
      const add = 'mutation ($name: String!) { addHost(name: $name, kind: OTLP) { token } }';
      const { addHost } = await dataOf<{ addHost: { token: string } }>(staff, add, { name });
      tokens.push(addHost.token);
    }

    const environment = { VIGIA: app.baseUrl, TOKENS: tokens.join() };
    const program = startProgram(process.execPath, [join(programFolder(), 'send-metrics.mjs')], environment);
    const sent = JSON.parse((await program.line(/^sent: /)).slice('sent: '.length)) as { cpuPercent: number };
    // The first host sends a metric that Vigia does not know, which the SDK is told each time, and nothing else.
    const warnings = program.lines.filter((line) => line.startsWith('warns:') && !line.includes('deprecated'));
    expect(warnings).toHaveLength(3);
    for (const warning of warnings) expect(warning).toMatch(/rejectedDataPoints.*1.*metrics: app\.queue/);

    await app.advance({ seconds: 2 });
    const query = `{ hosts(order: NAME) { nodes { name isOwn state source unknownMetrics
    facts { hostname architecture cores } fileSystemsOf: newest { fileSystems { path total } }
    newest { cpuPercent ramTotal ramPercent networkReceived networkSent diskRead diskWritten diskPercent } } } }`;
    const { hosts } = await dataOf<{ hosts: { nodes: (SentHost & { isOwn: boolean })[] } }>(staff, query);
    const found = hosts.nodes.filter(({ isOwn }) => !isOwn);
    expect(found).toMatchObject(
      FORMS.toSorted().map((name) => ({
        ...{ name, state: 'LIVE', source: 'OTLP', unknownMetrics: name === FORMS[0] ? ['app.queue'] : [] },
        facts: { hostname: `machine-${FORMS.indexOf(name)}`, architecture: 'x86_64', cores: cpus().length },
        fileSystemsOf: { fileSystems: [{ path: '/', total: 12 }] },
        newest: { diskPercent: 25, ramTotal: Math.round((totalmem() / GIB) * 100) / 100 },
      })),
    );
    for (const { newest } of found) {
      expect(Math.abs(newest.cpuPercent - sent.cpuPercent)).toBeLessThan(10);
      expect(newest.networkReceived).not.toBeNull();
      // A megabyte a second, by a clock that is read a moment before or after that of the SDK.
      for (const rate of [newest.diskRead, newest.diskWritten]) expect(Math.abs(rate / 1e6 - 1)).toBeLessThan(0.1);
    }
  },
);
