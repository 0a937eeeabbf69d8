import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { FoundProblem } from '../../../../../src/features/monitoring/hosts/source/host-problem.js';
import { delayWithin } from '../../../../../src/features/monitoring/sources/scraping/delay-within.js';
import { parseExposition } from '../../../../../src/features/monitoring/sources/scraping/exposition.js';
import {
  type requestExposition,
  ScrapeProblem,
} from '../../../../../src/features/monitoring/sources/scraping/request-exposition.js';
import { ScrapedFamilies } from '../../../../../src/features/monitoring/sources/scraping/scraped-families.js';
import type { ScrapedHost } from '../../../../../src/features/monitoring/sources/scraping/scraped-hosts.js';
import { Scraper } from '../../../../../src/features/monitoring/sources/scraping/scraper.js';
import { SingleNode } from '../../../../../src/platform/nodes/single-node.js';
import { AddressGuard } from '../../../../../src/platform/outgoing/address-guard.js';
import { nodeText } from '../../../../support/fakes/exporter-texts.js';
import { startFakeExporter } from '../../../../support/fakes/fake-exporter.js';

const TEXT = nodeText({ busy: 100, idle: 900 });
const MIB = 1024 * 1024;

function hostAt(url: string, number: number, changes: Partial<ScrapedHost> = {}): ScrapedHost {
  return {
    target: { url, username: null, hasBearerToken: false, hasCaCertificate: false },
    ...{ number, credential: `credential ${number}`, secrets: {}, intervalMs: 5000 },
    ...changes,
  };
}

/** A clock that moves only by hand, and then at once, however many requests are under way. */
function createClock() {
  let nowMs = Date.UTC(2026, 0, 2);
  const timers = new Set<{ readonly dueMs: number; readonly task: () => void }>();
  return {
    now: () => new Date(nowMs),
    steady: () => new Date(nowMs),
    every: () => () => {},
    wait: async () => {},
    after(milliseconds: number, task: () => void) {
      const timer = { dueMs: nowMs + milliseconds, task };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(milliseconds: number): void {
      nowMs += milliseconds;
      for (const timer of timers) {
        if (timer.dueMs > nowMs) continue;
        timers.delete(timer);
        timer.task();
      }
    },
  };
}

/** Creates a scraper of the given hosts that keeps what it finds. */
function createScraper(hosts: readonly ScrapedHost[], request?: typeof requestExposition) {
  const clock = createClock();
  const problems = new Map<number, FoundProblem | undefined>();
  const samples = new Map<number, number>();
  const failures: unknown[] = [];
  const families = new ScrapedFamilies();
  const allowedNetworks = ['127.0.0.0/8'];
  const guard = new AddressGuard({
    ...{ allowedNetworks, allowsPrivate: true, publicUrl: 'http://vigia.test', ownPort: 8000 },
    ownAddresses: () => [],
  });
  const scraper = new Scraper({
    ...{ clock, guard, families, events: new SingleNode(), logger: { log: () => {} } },
    intake: {
      take: (number) => {
        samples.set(number, (samples.get(number) ?? 0) + 1);
        return true;
      },
      describe: async () => {},
      problem: async (number, _credential, problem) => void problems.set(number, problem),
    },
    readHosts: async () => hosts,
    ...(request && { request }),
    report: (error) => {
      failures.push(error);
      return '';
    },
  });
  const advance = async (seconds: number) => {
    clock.advance(seconds * 1000);
    await scraper.tick();
  };
  return { scraper, problems, samples, families, failures, advance };
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end();

const WAYS: readonly (readonly [
  string,
  Parameters<Awaited<ReturnType<typeof startFakeExporter>>['answer']>[0],
  FoundProblem,
])[] = [
  ['nothing', '', { code: 'NOT_METRICS' }],
  ['a page', '<html>Hello</html>\n', { code: 'NOT_METRICS', detail: 'HTML' }],
  ['half an answer', TEXT.slice(0, -10), { code: 'NOT_METRICS', detail: 'cut off' }],
  ['a redirect', status(302, { location: 'http://169.254.169.254/' }), { code: 'REDIRECT', detail: '302' }],
  ['a refusal', status(401), { code: 'UNAUTHORIZED', detail: '401' }],
  ['an error', status(503), { code: 'BAD_STATUS', detail: '503' }],
  ['more than 2 MiB', `${TEXT}${'# garbage\n'.repeat(MIB / 4)}`, { code: 'TOO_LARGE' }],
  [
    'more than 2 MiB in a few bytes',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * MIB, '#\n'))),
    { code: 'TOO_LARGE' },
  ],
  [
    'what is not packed as it says',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(TEXT),
    { code: 'NOT_METRICS', detail: 'gzip' },
  ],
  [
    'less than it announces',
    (response) => {
      response.writeHead(200, { 'content-length': String(TEXT.length) });
      response.write(TEXT.slice(0, 500), () => response.destroy());
    },
    { code: 'NOT_REACHABLE', detail: 'ECONNRESET' },
  ],
  ['the end of the connection', (response) => void response.destroy(), { code: 'NOT_REACHABLE', detail: 'ECONNRESET' }],
  ['no memory', TEXT.replace(/^node_memory_Mem.*\n/gm, ''), { code: 'INCOMPLETE', detail: 'memory' }],
];

test.for(WAYS)(
  'an exporter that sends %s is said to have a problem, and none once it is well',
  async ([, answer, problem]) => {
    const exporter = await startFakeExporter(answer);
    const { problems, families, failures, advance } = createScraper([hostAt(exporter.url, 2)]);
    await advance(0);
    await expect.poll(() => problems.get(2)).toEqual(problem);
    exporter.answer(TEXT);
    await advance(5);
    await expect.poll(() => problems.get(2)).toBeUndefined();
    const kept = (await families.read([2])).get(2)?.families.map(({ name }) => name);
    expect(kept).toContain('node_load1');
    expect(kept).not.toContain('go_goroutines');
    expect(failures).toEqual([]);
  },
);

test('a credential that the secret key no longer opens is said, and nothing is sent', async () => {
  const exporter = await startFakeExporter(TEXT);
  const { problems, advance } = createScraper([hostAt(exporter.url, 2, { secrets: undefined })]);
  await advance(0);
  await expect.poll(() => problems.get(2)).toEqual({ code: 'CREDENTIAL_UNREADABLE' });
  expect(exporter.requests).toEqual([]);
});

test('exporters that hang hold up no other, however many they are', async () => {
  const exposition = await parseExposition(TEXT);
  const hosts = Array.from({ length: 120 }, (_, index) =>
    hostAt(index < 100 ? 'http://hangs/' : 'http://answers/', index + 2),
  );
  const { samples, problems, advance } = createScraper(hosts, async ({ target }, { clock }) => {
    if (target.url === 'http://answers/') return exposition;
    await new Promise<void>((resolve) => clock.after(10_000, resolve));
    throw new ScrapeProblem({ code: 'TIMEOUT' });
  });
  for (let second = 0; second < 90; second += 1) {
    await advance(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  // Those that hang take all places once, at the start.
  expect(Math.min(...hosts.slice(100).map(({ number }) => samples.get(number) ?? 0))).toBeGreaterThanOrEqual(10);
  expect(problems.get(2)).toEqual({ code: 'TIMEOUT' });
});

test('an exporter that hangs is given up after ten seconds', async () => {
  const hanging = await startFakeExporter(() => {});
  const { problems, advance } = createScraper([hostAt(hanging.url, 2)]);
  await advance(0);
  await expect.poll(() => hanging.requests.length).toBe(1);
  await advance(9);
  expect(problems.has(2)).toBe(false);
  await advance(1);
  await expect.poll(() => problems.get(2)).toEqual({ code: 'TIMEOUT' });
});

test('hosts are spread over their interval, whatever numbers they have', () => {
  for (const first of [2, 500, 990]) {
    const delays = Array.from({ length: 30 }, (_, index) => delayWithin({ number: first + index, intervalMs: 15_000 }));
    const inSecond = Map.groupBy(delays, (delay) => Math.floor(delay / 1000));
    expect(inSecond.size).toBe(15);
    expect(Math.max(...[...inSecond.values()].map(({ length }) => length))).toBeLessThanOrEqual(3);
  }
});
