import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Agent } from '../../../../src/agent/agent.js';
import { WaitingMinutes } from '../../../../src/agent/waiting-minutes.js';
import { LinuxHost } from '../../../../src/features/monitoring/host/linux-host.js';
import { createGreeting } from '../../../support/agents/agents.js';
import { addHost } from '../../../support/agents/hosts.js';
import { RealHost } from '../../../support/fakes/real-host.js';
import queries from '../../../support/prometheus/dashboard-1860/queries.json' with { type: 'json' };
import {
  checkMetrics,
  prometheusIsInstalled,
  startNodeExporter,
  startPrometheus,
} from '../../../support/prometheus/programs.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

/** Families of node_exporter that are not Vigia's, each with its reason. */
const NOT_OURS = {
  /** About the exporter itself. */
  itself: /^(go_|promhttp_|process_|node_exporter_build_info)/,
  /** Files that an operator writes for node_exporter. */
  textFiles: /^node_textfile_/,
  /** Units of systemd, which only Debian's package asks by default. */
  systemd: /^node_systemd_/,
};

/** Of 232 queries that node_exporter answers, 225 have to be answered. */
const MISSING_MAX = 7;

/** Figures that change too fast to be the same in two readings. */
const FLEETING = /^node_(procs_(running|blocked)|disk_io_now|scrape_collector_duration_seconds)/;

/** The value that collectors' success has for those that this machine lacks, or that node_exporter divides otherwise. */
const COLLECTORS = /^node_scrape_collector_/;

/** Parses the series of a scrape in the older format, with their labels sorted. */
function parseSeries(text: string): ReadonlyMap<string, number> {
  return new Map(
    [...text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? (\S+)$/gim)].map(([, name = '', labels = '', value]) => {
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]
        .filter(([, , text]) => text !== '')
        .map(([pair]) => pair)
        .sort();
      return [`${name}{${pairs.join(',')}}`, Number(value)];
    }),
  );
}

function typesIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/^# TYPE (\S+ \S+)$/gm)].map(([, type = '']) => type));
}

const isOurs = (series: string) =>
  !COLLECTORS.test(series) && !Object.values(NOT_OURS).some((pattern) => pattern.test(series));

async function startApp() {
  const app = await createTestApp({ host: new RealHost() });
  const program = await app.programAs('prometheus', ['READ', 'STAFF_READ'], { isStaff: true });
  const scrape = async (query = '') => {
    // Within a second, all get the same.
    await app.sleep({ seconds: 1 });
    return (await program.get(`/metrics${query}`)).text;
  };
  return { app, token: program.token, scrape };
}

describe.runIf(prometheusIsInstalled && process.platform === 'linux')('beside node_exporter (contract 14)', () => {
  test('the own machine has each of its series, of the same type and value', async () => {
    const nodeExporter = await startNodeExporter();
    const { scrape } = await startApp();
    const theirText = await nodeExporter.scrape();
    const ourText = await scrape('?host=1');
    const [theirs, ours] = [parseSeries(theirText), parseSeries(ourText)];
    expect(theirs.size).toBeGreaterThan(300);
    expect([...theirs.keys()].filter((series) => isOurs(series) && !ours.has(series))).toEqual([]);
    expect([...typesIn(theirText)].filter((type) => isOurs(type) && !typesIn(ourText).has(type))).toEqual([]);

    /** Lists what is not between two readings of node_exporter, with 2 % to either side. */
    const differences = async () => {
      const before = parseSeries(await nodeExporter.scrape());
      const between = parseSeries(await scrape('?host=1'));
      const after = parseSeries(await nodeExporter.scrape());
      return [...before].flatMap(([series, first]) => {
        const [value, last] = [between.get(series), after.get(series)];
        if (value === undefined || last === undefined || FLEETING.test(series) || COLLECTORS.test(series)) return [];
        const tolerance = 0.02 * Math.max(Math.abs(first), Math.abs(last));
        const isBetween = value >= Math.min(first, last) - tolerance && value <= Math.max(first, last) + tolerance;
        return isBetween ? [] : [`${series} ${value} is not between ${first} and ${last}`];
      });
    };
    await expect.poll(differences).toEqual([]);
  });

  test('promtool finds nothing wrong but what it finds of node_exporter too', async () => {
    const nodeExporter = await startNodeExporter();
    const { app, scrape } = await startApp();
    await app.browser().get('/accounts/login/');
    /** Complaints without the name, since kernels differ from what Debian's node_exporter knows. */
    const kindsOf = async (text: string) =>
      new Set((await checkMetrics(text)).map((line) => line.replace(/^(node_[a-z0-9]+)_\S*/, '$1')));
    const allowed = await kindsOf(await nodeExporter.scrape());
    const found = await kindsOf(await scrape());
    expect([...found].filter((kind) => !allowed.has(kind))).toEqual([]);
    expect(await checkMetrics('# TYPE broken_total gauge\nbroken_total 1\n')).not.toEqual([]);
  });

  test('Prometheus finds the machines by itself, and dashboard 1860 has of them what it has of node_exporter', async () => {
    const nodeExporter = await startNodeExporter();
    const { app, token } = await startApp();
    const staff = await app.loginAs('chefe', { isStaff: true });
    startAgent(app, (await addHost(staff, 'agent')).token);
    const query = await startPrometheus({
      token,
      'prometheus.yml': `global: { scrape_interval: 1s }
scrape_configs:
  - job_name: vigia
    authorization: { credentials_file: token }
    http_sd_configs:
      - url: http://127.0.0.1:${app.port}/api/v1/http-sd
        # Without the type, older ones than Prometheus 3 send the token alone.
        authorization: { type: Bearer, credentials_file: token }
        refresh_interval: 1s
  - job_name: all
    authorization: { credentials_file: token }
    static_configs: [{ targets: ['127.0.0.1:${app.port}'] }]
  - job_name: node_exporter
    static_configs: [{ targets: ['127.0.0.1:${nodeExporter.port}'] }]
`,
    });
    const own = (await app.services.hostStates.list())[0]?.name ?? '';
    const targets = {
      nodeExporter: { job: 'node_exporter', node: `127.0.0.1:${nodeExporter.port}` },
      own: { job: 'vigia', node: own },
      agent: { job: 'vigia', node: 'agent' },
    };
    /** Returns the numbers of scrapes that each target has answered with figures of a machine. */
    const scrapes = async () => {
      // Time does not go on by itself, and within a second all get the same.
      await app.sleep({ seconds: 5 });
      const counts = await query('count_over_time(node_cpu_seconds_total{mode="idle",cpu="0"}[1m])');
      return Object.values(targets).map(({ job, node }) =>
        Number(counts.find(({ metric }) => metric.job === job && metric.instance === node)?.value[1] ?? 0),
      );
    };
    await expect.poll(async () => Math.min(...(await scrapes())), { interval: 500 }).toBeGreaterThan(2);

    // One moment for all: since time stands still, Vigia will soon refuse to be scraped as often as this.
    const now = Number((await query('vector(time())'))[0]?.value[1]);
    /** Lists the queries of the dashboard that have an answer for a target, once its variables are chosen. */
    const answered = async ({ job, node }: { readonly job: string; readonly node: string }) => {
      const answers = await Promise.all(
        queries.map(async (text) => {
          const expression = text
            .replaceAll('$node', node)
            .replaceAll('$job', job)
            .replaceAll('$__rate_interval', '1m');
          return (await query(expression, now)).length > 0;
        }),
      );
      return queries.filter((_, at) => answers[at]);
    };
    const theirs = await answered(targets.nodeExporter);
    expect(theirs.length).toBeGreaterThan(200);
    for (const name of ['own', 'agent'] as const) {
      const ours = new Set(await answered(targets[name]));
      const missing = theirs.filter((text) => !ours.has(text));
      // Those about node_exporter itself, its text files, and systemd.
      expect([name, missing.filter((text) => !/\b(process_|node_textfile_|node_systemd_)/.test(text))]).toEqual([
        name,
        [],
      ]);
      expect(missing.filter((text) => !text.includes('node_systemd_')).length).toBeLessThanOrEqual(MISSING_MAX);
    }
    // The target with all machines has the figures of the service as well.
    expect(await query('vigia_build_info{job="all"}', now)).toHaveLength(1);
    expect(await query('count by (host) (node_uname_info{job="all"})', now)).toHaveLength(2);
  });
});

/** Starts an agent that measures this machine, by the clock of the app. */
function startAgent(app: TestApp, token: string): void {
  const agent = new Agent({
    ...{ hub: new URL(`http://127.0.0.1:${app.port}`), clock: app.clock, logger: { log: () => {} }, state: undefined },
    ...{ token: async () => token, instance: randomUUID(), host: new LinuxHost('/') },
    facts: createGreeting(token, app.clock.now()).facts,
    ...{ processes: { busiest: async () => null }, processTimes: { next: async () => undefined } },
    minutes: new WaitingMinutes(),
  });
  const running = agent.run();
  onTestFinished(async () => {
    agent.stop();
    await running;
  });
}
