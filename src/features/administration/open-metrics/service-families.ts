import type { LoginStatistics } from '../../../platform/audit/login-statistics.js';
import { counter, gauge, type MetricFamily, type MetricValue } from '../../monitoring/exposition/metric-family.js';
import type { ProcessHealth } from '../health/service-health.js';

/** Row counts, which are cached for a few seconds. */
export interface CountedRows {
  /** Number of messages by state. */
  readonly outbox: Readonly<Record<string, number>>;
  /** Number of open incidents. */
  readonly incidents: Readonly<Record<string, number>>;
}

/** Requests that this process has handled, by kind. */
export interface RequestFigures {
  statuses(): readonly { readonly kind: string; readonly status: number; readonly count: number }[];
  durations(): ReadonlyMap<string, Durations>;
}

interface Durations {
  /** Upper bounds of the buckets, in seconds. */
  readonly bounds: readonly number[];
  /** Count of each bucket, followed by the count of all longer requests. */
  readonly counts: readonly number[];
  readonly sumSeconds: number;
}

export interface ServiceFigures {
  readonly health: ProcessHealth;
  readonly requests: RequestFigures;
  readonly logins: Pick<LoginStatistics, 'logins' | 'lockouts'>;
  /** Number of refused calls by rate limit. */
  readonly refusals: ReadonlyMap<string, number>;
  readonly agents: number;
  /** Undefined while the database does not respond. */
  readonly rows: CountedRows | undefined;
}

const MICROSECONDS = 1e-6;

/** Returns the metrics of this process, under Vigia's own names and those common to all Prometheus clients. */
export function serviceFamilies(figures: ServiceFigures): MetricFamily[] {
  const { health, logins, refusals, agents, rows } = figures;
  const { user, system } = process.cpuUsage();
  return [
    gauge('vigia_build_info', 'Versions of Vigia and its runtime; always 1.', [
      { labels: { version: health.version, node_version: health.nodeVersion }, value: 1 },
    ]),
    counter('process_cpu_seconds_total', 'Processor time of this process.', [
      { value: (user + system) * MICROSECONDS },
    ]),
    gauge('process_resident_memory_bytes', 'Memory of this process that is in use.', [{ value: health.residentBytes }]),
    gauge('process_start_time_seconds', 'When this process was started, in unixtime.', [
      { value: Math.round(Date.parse(health.startedAt) / 1000) },
    ]),
    ...requestFamilies(figures),
    counter(
      'vigia_logins_total',
      'Logins that were tried, by method and result.',
      logins.logins.map(({ method, result, count }) => ({ labels: { method, result }, value: count })),
    ),
    counter('vigia_lockouts_total', 'Names that were locked at an address after five failures.', [
      { value: logins.lockouts },
    ]),
    counter('vigia_rate_limited_total', 'Calls that a limit has refused.', byLabel('limit', refusals)),
    gauge(
      'vigia_event_loop_delay_seconds',
      'How late this process did what was due, at worst in the last one to two minutes.',
      Object.entries(health.loopDelay).map(([statistic, ms]) => ({ labels: { statistic }, value: ms / 1000 })),
    ),
    gauge('vigia_websockets', 'WebSockets of browsers and programs that are open.', [{ value: health.openSockets }]),
    gauge('vigia_agents', 'Agents that are connected.', [{ value: agents }]),
    gauge('vigia_sampler_late', 'Whether samples of this machine are missing.', [
      { value: health.sampler.isLate ? 1 : 0 },
    ]),
    gauge('vigia_outbox_messages', 'Messages of the outbox that are not sent.', byState(rows?.outbox)),
    gauge('vigia_incidents', 'Incidents that go on.', byState(rows?.incidents)),
  ];
}

function requestFamilies({ requests }: ServiceFigures): MetricFamily[] {
  const statuses = requests
    .statuses()
    .map(({ kind, status, count }) => ({ labels: { kind, status: String(status) }, value: count }));
  return [
    counter('vigia_http_requests_total', 'Requests that were answered, by kind and status.', statuses),
    {
      name: 'vigia_http_request_duration_seconds',
      help: 'Duration of requests, from their head to the end of the response.',
      type: 'histogram',
      values: [...requests.durations()].flatMap(([kind, durations]) => histogram(kind, durations)),
    },
  ];
}

function histogram(kind: string, { bounds, counts, sumSeconds }: Durations): MetricValue[] {
  const name = 'vigia_http_request_duration_seconds';
  let total = 0;
  const buckets = [...bounds.map(String), '+Inf'].map((le, index): MetricValue => {
    total += counts[index] ?? 0;
    return { metricName: `${name}_bucket`, labels: { kind, le }, value: total };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: { kind }, value: sumSeconds },
    { metricName: `${name}_count`, labels: { kind }, value: total },
  ];
}

function byState(counts: Readonly<Record<string, number>> = {}): MetricValue[] {
  return byLabel('state', new Map(Object.entries(counts)));
}

function byLabel(label: string, counts: ReadonlyMap<string, number>): MetricValue[] {
  return [...counts].map(([name, value]) => ({ labels: { [label]: name }, value }));
}
