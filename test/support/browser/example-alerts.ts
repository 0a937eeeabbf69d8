import type SqliteDatabase from 'better-sqlite3';

const MINUTE_MS = 60_000;
const HOST = 'nas';

type Figures = readonly [text: string, unit: string, before: number | null, atStart: number, peak: number];

interface Example {
  readonly rule: number | null;
  readonly name: string;
  readonly expression: string;
  readonly severity: 'WARNING' | 'BAD';
  readonly measure: string | null;
  readonly figures: readonly Figures[];
}

const CPU: Example = {
  rule: null,
  name: 'Processor busy',
  expression: 'avg(cpu, 10m) > 90 %',
  severity: 'WARNING',
  measure: 'cpuPercent',
  figures: [['avg(cpu, 10m) > 90 %', 'percent', 41, 90.6, 99.2]],
};
/** A measure without a chart, so that it doesn't have to match the picture of the charts. */
const LOAD: Example = {
  rule: null,
  name: 'Many processes wait',
  expression: 'load5 > 2',
  severity: 'WARNING',
  measure: null,
  figures: [['load5 > 2', 'load', 0.71, 2.04, 3.4]],
};
const DISK: Example = {
  rule: 1,
  name: 'Disk nearly full',
  expression: 'disk > 90 %',
  severity: 'BAD',
  measure: 'diskPercent',
  figures: [['disk > 90 %', 'percent', 88.2, 90.4, 93.1]],
};
const MEMORY: Example = {
  rule: null,
  name: 'Memory or swap full during working hours',
  expression: '(ram > 95 % or swap > 50 %) and time(08:00-18:00, mon-fri)',
  severity: 'BAD',
  measure: 'ramPercent',
  figures: [
    ['ram > 95 %', 'percent', 81, 95.3, 97.7],
    ['swap > 50 %', 'percent', null, 52, 77],
  ],
};
const NETWORK: Example = {
  rule: null,
  name: 'Much is received',
  expression: 'netin > 100 MiB/s',
  severity: 'WARNING',
  measure: 'networkReceived',
  figures: [['netin > 100 MiB/s', 'bytesPerSecond', 2_000_000, 110_000_000, 190_000_000]],
};

/** Each incident with its start and its duration in minutes; null while it is open. */
const INCIDENTS: readonly (readonly [Example, agoMinutes: number, minutes: number | null])[] = [
  [DISK, 21 * 1440, 190],
  [CPU, 9 * 1440, 25],
  [NETWORK, 6 * 1440, 12],
  [MEMORY, 2 * 1440, 47],
  [CPU, 1500, 33],
  [LOAD, 58, null],
  [DISK, 12, null],
];

/** Writes incidents, silences and channels like those of an installation after a few months. */
export function writeExampleAlerts(database: SqliteDatabase.Database, now: number): void {
  const incident = database.prepare(
    `insert into incidents (rule_id, rule_name, expression, severity, for_seconds, host_number, host_name, measure,
       comparisons, started_at, ended_at, end_reason, acknowledged_at, acknowledged_by, acknowledgement_note)
     values (@rule, @name, @expression, @severity, 300, 1, @host, @measure, @comparisons, @startedAt, @endedAt, @reason,
       @acknowledgedAt, @by, @note)`,
  );
  for (const [{ figures, ...example }, agoMinutes, minutes] of INCIDENTS) {
    const startedAt = now - agoMinutes * MINUTE_MS;
    const isSeen = example.name === LOAD.name;
    const comparisons = figures.map(([text, unit, before, atStart, peak]) => ({ text, unit, before, atStart, peak }));
    incident.run({
      ...example,
      host: HOST,
      comparisons: JSON.stringify(comparisons),
      startedAt,
      endedAt: minutes === null ? null : startedAt + minutes * MINUTE_MS,
      reason: minutes === null ? null : 'RELEASED',
      acknowledgedAt: isSeen ? startedAt + 4 * MINUTE_MS : null,
      by: isSeen ? 'bia' : '',
      note: isSeen ? 'The nightly backup, done by three' : '',
    });
  }
  writeSilences(database, now);
  writeChannels(database, now);
}

function writeSilences(database: SqliteDatabase.Database, now: number): void {
  const silence = database.prepare(
    'insert into silences (rule_id, host_number, reason, from_at, until_at, created_by) values (?, 1, ?, ?, ?, ?)',
  );
  silence.run(null, 'Restart for a new kernel', now - 1500 * MINUTE_MS, now - 1440 * MINUTE_MS, 'chefe');
  silence.run(2, 'Tests with much memory', now - 60 * MINUTE_MS, now + 420 * MINUTE_MS, 'bia');
}

/** Writes only a channel kind without secrets, because only the service can write those. */
function writeChannels(database: SqliteDatabase.Database, now: number): void {
  const channel = database.prepare(
    `insert into channels (name, kind, language, settings, is_active, created_at, changed_at)
     values (?, ?, 'pt', ?, ?, @now, @now)`,
  );
  const quietHours = { from: '22:00', to: '07:00', days: [], timeZone: 'America/Sao_Paulo', severity: 'WARNING' };
  const addresses = ['plantao@example.com', `${'equipe'.repeat(8)}@universidade.example`];
  channel.run('Plantão', 'EMAIL', JSON.stringify({ addresses, quietHours }), 1, { now });
  channel.run('Navegadores', 'WEB_PUSH', '{}', 0, { now });
}
