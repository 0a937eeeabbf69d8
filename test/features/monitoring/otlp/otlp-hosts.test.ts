import { BinaryReader } from '@bufbuild/protobuf/wire';
import { describe, expect, test } from 'vitest';
import { ChunkTable, floorTo, MINUTE_MS } from '../../../../src/features/monitoring/history/chunk-table.js';
import type { StoredSample } from '../../../../src/features/monitoring/history/stored-sample.js';
import { storedMeasureNames } from '../../../../src/features/monitoring/measures.js';
import { codeOf, dataOf, startWithStaff } from '../../../support/administration.js';
import { databaseKinds } from '../../../support/databases/databases.js';
import type { Browser } from '../../../support/http/browser.js';
import { describeOtlpMachine, joinRequests, sendOtlp } from '../../../support/otlp-host.js';
import type { OtlpRequest } from '../../../support/otlp-request.js';
import type { TestApp } from '../../../support/test-app.js';

interface ShownHost {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly unknownMetrics: readonly string[];
}

const HOSTS = `query ($state: HostState) { hosts(first: 10, order: NAME, state: $state) { nodes { id name state source tags isOwn intervalSeconds clockSkewSeconds
  unknownMetrics problem { code } facts { hostname os cores bootedAt }
  newest { cpuPercent ramPercent networkReceived diskPercent swapPercent loadAverage { one } } } } }`;

async function listHosts(caller: Browser, state?: 'RETIRED'): Promise<readonly ShownHost[]> {
  const { hosts } = await dataOf<{ hosts: { nodes: (ShownHost & { isOwn: boolean })[] } }>(caller, HOSTS, { state });
  return hosts.nodes.filter(({ isOwn }) => !isOwn);
}

async function addHost(staff: Browser, kind: 'OTLP' | 'COLLECTOR'): Promise<string> {
  const add = `mutation { addHost(name: "sender", tags: ["rack"], kind: ${kind}) { token } }`;
  return (await dataOf<{ addHost: { token: string } }>(staff, add)).addHost.token;
}

function createSender(app: TestApp, token: string) {
  /** Sends the state of machines now; a machine has run since the test began. */
  return async (names: readonly (string | undefined)[], form: 'json' | 'protobuf' = 'json', change = same) => {
    const atMs = app.clock.now().getTime();
    const ranSeconds = (atMs - BEGIN_MS) / 1000;
    const machines = names.map((hostName) =>
      describeOtlpMachine({ ...(hostName !== undefined && { hostName }), atMs, ranSeconds }),
    );
    const answer = await sendOtlp(app.baseUrl, token, change(joinRequests(machines)), form);
    expect(answer.status).toBe(200);
    return answer;
  };
}

/** Returns all samples in the history of a host, once the minutes that are over are stored. */
async function readStored(app: TestApp, number: number): Promise<readonly StoredSample[]> {
  await app.services.sourceIntake.save();
  const table = new ChunkTable(app.database.em.fork(), number);
  const nowMs = floorTo(app.clock.now().getTime(), MINUTE_MS);
  const minutes = [4, 3, 2, 1].map((ago) => table.readSamples(nowMs - ago * MINUTE_MS));
  return (await Promise.all(minutes)).flat();
}

const same = (request: OtlpRequest) => request;

const BEGIN_MS = Date.parse('2020-01-01T00:00:00Z');

async function rejected(answer: Response): Promise<unknown> {
  return (await answer.json()) as unknown;
}

describe.each(databaseKinds)('hosts that send OTLP (decision 104) on $name', (kind) => {
  test.each(['json', 'protobuf'] as const)('a host is shown after two intervals, sent as %s', async (form) => {
    const { app, staff } = await startWithStaff(kind);
    const send = createSender(app, await addHost(staff, 'OTLP'));
    for (let sent = 0; sent < 2; sent += 1) {
      const answer = await send(['web-1'], form);
      expect(answer.headers.get('content-type')).toBe(form === 'json' ? 'application/json' : 'application/x-protobuf');
      expect(await answer.text()).toBe(form === 'json' ? '{}' : '');
      await app.advance({ seconds: 10 });
    }
    await expect
      .poll(() => listHosts(staff))
      .toMatchObject([
        {
          ...{
            name: 'sender',
            state: 'LIVE',
            source: 'OTLP',
            intervalSeconds: 10,
            clockSkewSeconds: null,
            problem: null,
          },
          facts: { hostname: 'web-1', os: 'Linux', cores: 1, bootedAt: null },
          newest: {
            ...{ cpuPercent: 50, ramPercent: 25, networkReceived: 1000, diskPercent: 25 },
            ...{ swapPercent: null, loadAverage: null },
          },
        },
      ]);
  });

  test('its minutes are in the history, and a request sent twice is in it once', async () => {
    const { app, staff } = await startWithStaff(kind);
    const send = createSender(app, await addHost(staff, 'OTLP'));
    for (let sent = 0; sent < 12; sent += 1) {
      await send(['web-1']);
      await send(['web-1'], 'protobuf');
      await app.advance({ seconds: 10 });
    }
    await app.advance({ seconds: 60 });
    const [host] = await listHosts(staff);
    const samples = await readStored(app, Number(host?.id));
    expect(samples).toHaveLength(12);
    const received = storedMeasureNames.indexOf('networkReceived');
    expect(samples.map(({ figures }) => figures[received])).toEqual([null, ...Array<number>(11).fill(1000)]);
  });

  test('samples that were held back fill the history, and only the present shows that the host is there', async () => {
    const { app, staff } = await startWithStaff(kind);
    const token = await addHost(staff, 'OTLP');
    const nowMs = floorTo(app.clock.now().getTime(), MINUTE_MS) + 1;
    const sendMinutesAgo = (minutes: readonly number[]) =>
      sendOtlp(
        app.baseUrl,
        token,
        joinRequests(
          minutes.map((ago) =>
            describeOtlpMachine({ hostName: 'web', atMs: nowMs - ago * MINUTE_MS, ranSeconds: 1e6 - ago * 60 }),
          ),
        ),
      );
    await sendMinutesAgo(Array.from({ length: 90 }, (_, index) => 95 - index));
    await app.advance({ seconds: 5 });
    const [host] = await listHosts(staff);
    expect(host?.state).toBe('WAITING');
    await sendMinutesAgo([0]);
    await app.advance({ seconds: 5 });
    expect(await listHosts(staff)).toMatchObject([{ state: 'LIVE' }]);
    await app.services.sourceIntake.save();
    const table = new ChunkTable(app.database.em.fork(), Number(host?.id));
    const stored = Array.from({ length: 96 }, (_, ago) =>
      table.readSamples(floorTo(nowMs, MINUTE_MS) - ago * MINUTE_MS),
    );
    expect((await Promise.all(stored)).flat()).toHaveLength(90);
  });

  test('metrics that Vigia has no use for are counted, and named to staff alone', async () => {
    const { app, staff } = await startWithStaff(kind);
    const send = createSender(app, await addHost(staff, 'OTLP'));
    const point = { attributes: [], timeUnixNano: '1' };
    const withUnknown = ({ resourceMetrics: [first] }: OtlpRequest): OtlpRequest => ({
      resourceMetrics: [
        {
          ...first,
          scopeMetrics: [
            ...(first?.scopeMetrics ?? []),
            {
              metrics: [
                { name: 'http.server.duration', histogram: { dataPoints: [{}, {}] } },
                { name: 'system.processes.count', gauge: { dataPoints: [point] } },
                { name: 'jvm.threads', gauge: { dataPoints: [point] } },
              ],
            },
          ],
        },
      ],
    });
    expect(await rejected(await send(['web-1'], 'json', withUnknown))).toEqual({
      partialSuccess: {
        rejectedDataPoints: '3',
        errorMessage: 'Vigia has no use for these metrics: http.server.duration, jvm.threads',
      },
    });
    const bytes = new Uint8Array(await (await send(['web-1'], 'protobuf', withUnknown)).arrayBuffer());
    const reader = new BinaryReader(bytes);
    expect([reader.tag()[0], reader.uint32() > 0, reader.tag()[0], Number(reader.int64()), reader.tag()[0]]).toEqual([
      ...[1, true, 1, 3, 2],
    ]);
    expect(reader.string()).toContain('jvm.threads');
    await expect
      .poll(() => listHosts(staff))
      .toMatchObject([{ unknownMetrics: ['http.server.duration', 'jvm.threads'] }]);
    expect(await listHosts(await app.loginAs('ana'))).toMatchObject([{ unknownMetrics: [] }]);
  });

  test('a host that sends neither processors nor memory says what is wrong, until it does', async () => {
    const { app, staff } = await startWithStaff(kind);
    const send = createSender(app, await addHost(staff, 'OTLP'));
    const withoutFigures = ({ resourceMetrics }: OtlpRequest): OtlpRequest => ({
      resourceMetrics: resourceMetrics.map(({ scopeMetrics, ...resource }) => ({
        ...resource,
        scopeMetrics: scopeMetrics.map(({ metrics }) => ({
          metrics: metrics.filter(({ name }) => name === 'system.network.io'),
        })),
      })),
    });
    const expectProblem = async (change: typeof same, problem: object | null) => {
      await send(['web'], 'json', change);
      await app.advance({ seconds: 10 });
      await expect.poll(() => listHosts(staff)).toMatchObject([{ problem }]);
    };
    await expectProblem(withoutFigures, null);
    await expectProblem(withoutFigures, { code: 'INCOMPLETE' });
    await expectProblem(same, null);
  });

  test('a token for one host does not mix two machines, until the first has been silent', async () => {
    const { app, staff } = await startWithStaff(kind);
    const send = createSender(app, await addHost(staff, 'OTLP'));
    await send(['web-1']);
    expect(await rejected(await send(['web-2']))).toMatchObject({
      partialSuccess: { rejectedDataPoints: '8', errorMessage: expect.stringContaining('collector: web-2') },
    });
    await app.advance({ minutes: 3 });
    expect(await rejected(await send(['web-2']))).toEqual({});
  });

  test('a renewed token replaces the former one', async () => {
    const { app, staff } = await startWithStaff(kind);
    const token = await addHost(staff, 'OTLP');
    const [host] = await listHosts(staff);
    await dataOf(staff, 'mutation ($id: ID!) { renewHostToken(id: $id) { token } }', { id: host?.id });
    expect((await sendOtlp(app.baseUrl, token, { resourceMetrics: [] })).status).toBe(401);
  });
});

describe.each(databaseKinds)('hosts of a collector (decision 104) on $name', (kind) => {
  const sendTwice = async (app: TestApp, send: ReturnType<typeof createSender>, names: readonly string[]) => {
    for (let sent = 0; sent < 2; sent += 1) {
      await send(names);
      await app.advance({ seconds: 10 });
    }
  };

  test('each host.name becomes a host with the tags of the collector; points without one are refused', async () => {
    const { app, staff } = await startWithStaff(kind);
    const send = createSender(app, await addHost(staff, 'COLLECTOR'));
    await sendTwice(app, send, ['web-1', 'web-2']);
    await expect
      .poll(() => listHosts(staff))
      .toMatchObject(
        ['web-1', 'web-2'].map((name) => ({
          ...{ name, state: 'LIVE', source: 'OTLP', tags: ['rack'] },
          newest: { cpuPercent: 50, networkReceived: 1000 },
        })),
      );
    expect(await rejected(await send([undefined, 'a\u202eb', 'web-1']))).toMatchObject({
      partialSuccess: { rejectedDataPoints: '16', errorMessage: expect.stringContaining('without host.name') },
    });
  });

  test('a name that another host has gets a number; a new name given by staff stays', async () => {
    const { app, staff } = await startWithStaff(kind);
    await dataOf(staff, 'mutation { addHost(name: "WEB-1") { token } }');
    const send = createSender(app, await addHost(staff, 'COLLECTOR'));
    await sendTwice(app, send, ['web-1']);
    const [, added] = await listHosts(staff);
    expect(added?.name).toBe('web-1 (2)');
    await dataOf(staff, 'mutation ($id: ID!) { renameHost(id: $id, name: "front") { name } }', { id: added?.id });
    await sendTwice(app, send, ['web-1']);
    expect((await listHosts(staff)).map(({ name }) => name)).toEqual(['front', 'WEB-1']);
  });

  test('a retired host is refused and not made again, while the others go on', async () => {
    const { app, staff } = await startWithStaff(kind);
    const send = createSender(app, await addHost(staff, 'COLLECTOR'));
    await sendTwice(app, send, ['web-1', 'web-2']);
    const [first] = await listHosts(staff);
    await dataOf(staff, 'mutation ($id: ID!) { retireHost(id: $id) { id } }', { id: first?.id });
    expect(await rejected(await send(['web-1', 'web-2']))).toEqual({
      partialSuccess: { rejectedDataPoints: '8', errorMessage: 'These hosts have been retired by staff: web-1' },
    });
    await app.advance({ seconds: 10 });
    expect(await listHosts(staff)).toMatchObject([{ name: 'web-2', state: 'LIVE' }]);
  });

  test('staff can let a retired host be added again', async () => {
    const { app, staff } = await startWithStaff(kind);
    const send = createSender(app, await addHost(staff, 'COLLECTOR'));
    await sendTwice(app, send, ['web-1']);
    const [host] = await listHosts(staff);
    const readmit = 'mutation ($id: ID!) { readmitHost(id: $id) { state } }';
    expect(await codeOf(staff, readmit, { id: host?.id })).toBe('BAD_USER_INPUT');
    await dataOf(staff, 'mutation ($id: ID!) { retireHost(id: $id) { id } }', { id: host?.id });
    await dataOf(staff, readmit, { id: host?.id });
    await sendTwice(app, send, ['web-1']);
    expect(await listHosts(staff)).toMatchObject([{ name: 'web-1', state: 'LIVE' }]);
    expect(await listHosts(staff, 'RETIRED')).toMatchObject([{ name: 'web-1' }]);
  });

  test('a collector has 200 hosts at most', async () => {
    const { app, staff } = await startWithStaff(kind);
    const send = createSender(app, await addHost(staff, 'COLLECTOR'));
    const names = Array.from({ length: 201 }, (_, index) => `web-${index}`);
    expect(await rejected(await send(names))).toMatchObject({
      partialSuccess: { rejectedDataPoints: '8', errorMessage: expect.stringContaining('no room for these hosts') },
    });
    const { hosts } = await dataOf<{ hosts: { totalCount: number } }>(staff, '{ hosts(first: 1) { totalCount } }');
    expect(hosts.totalCount).toBe(201);
  });

  test('a retired collector is refused', async () => {
    const { app, staff } = await startWithStaff(kind);
    const token = await addHost(staff, 'COLLECTOR');
    const { collectors } = await dataOf<{ collectors: { id: string }[] }>(staff, '{ collectors { id } }');
    await dataOf(staff, 'mutation ($id: ID!) { retireCollector(id: $id) { id } }', { id: collectors[0]?.id });
    expect((await sendOtlp(app.baseUrl, token, { resourceMetrics: [] })).status).toBe(401);
  });
});
