import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { build } from 'vite';
import { median, printTable, quantile } from './measuring/figures.ts';

const RULES = 1000;
/** As many as the service evaluates before other work gets its turn. */
const RULES_AT_ONCE = 100;
const INTERVAL_MS = 5000;
const DAY_MS = 86_400_000;
const TICKS = 300;
const ROUNDS = 5;

/**
 * Processor time of evaluating a thousand different rules with two hundred different windows on each sample of a host,
 * next to looking at all samples of each window anew; and of a backtest of thirty days, next to a loop that only compares
 * one figure with a limit.
 */
export async function alertRules(): Promise<void> {
  const rules = await loadRules();
  await ticks(rules);
  console.log();
  await backtests(rules);
}

/** A condition, and the state of a rule: nothing is done with them here but handing them on. */
type Expression = object;
type State = object;

/** What of the rules is called here. They are compiled for Node by the build alone. */
interface Rules {
  parseAlertExpression(text: string): Expression | { readonly problem: { readonly kind: string } };
  evaluate(expression: Expression, read: object, atMs: number, timeZone: string): { readonly result: string };
  nextState(before: State | undefined, result: string, moment: object, durations: object): { readonly state: State };
  freshMs(intervalMs: number): number;
  windowsOf(expressions: readonly Expression[]): Window[];
  readonly HostWindows: new (
    intervalMs: number,
  ) => {
    needs(expressions: readonly Expression[]): void;
    add(figures: object): void;
    at(atMs: number): object;
  };
  backtest(
    request: object,
    slices: Iterable<object>,
    yieldToEventLoop: () => Promise<void>,
  ): Promise<{ readonly incidents: readonly object[] }>;
}

interface Window {
  readonly name: string;
  readonly function: 'avg' | 'min' | 'max' | 'rise';
  readonly windowMs: number;
}

/** Builds the rules as the service is built, but apart from it. */
async function loadRules(): Promise<Rules> {
  const outDir = 'node_modules/.cache/vigia/alert-rules';
  const names = ['expression/alert-expression', 'backtest', 'evaluate', 'rule-state', 'windows/windows'];
  const input = Object.fromEntries(names.map((name) => [name, `src/alerts/rules/${name}.ts`]));
  await build({
    configFile: false,
    logLevel: 'warn',
    build: { ssr: true, target: 'node22', outDir, minify: false, rolldownOptions: { input } },
  });
  const loaded = await Promise.all(
    names.map((name) => import(new URL(`${name}.js`, pathToFileURL(`${outDir}/`)).href) as Promise<object>),
  );
  return Object.assign({}, ...loaded) as Rules;
}

/** Rules that differ all, two comparisons each, every third with a time of day, over two hundred windows. */
function thousandRules({ parseAlertExpression }: Rules): Expression[] {
  const figures = ['cpu', 'ram', 'swap', 'disk', 'load1', 'netin', 'netout', 'diskread', 'diskwrite', 'load5'];
  const windows = figures.flatMap((figure) =>
    ['avg', 'min', 'max', 'rise'].flatMap((of) =>
      ['5m', '30m', '2h', '12h', '24h'].map((length) => `${of}(${figure}, ${length})`),
    ),
  );
  const times = ['', ' and not time(02:00-04:00)', ' and time(08:00-18:00, mon-fri)'];
  return Array.from({ length: RULES }, (_, index) => {
    const window = windows[index % windows.length];
    const figure = figures[index % figures.length];
    const text = `(${window} > ${index % 90} or ${figure} > ${10_000 + index})${times[index % 3]}`;
    const parsed = parseAlertExpression(text);
    if ('problem' in parsed) throw new Error(`${text}: ${parsed.problem.kind}`);
    return parsed;
  });
}

async function ticks(rules: Rules): Promise<void> {
  const expressions = thousandRules(rules);
  const quantities = rules.windowsOf(expressions);
  const before = heapBytes();
  const windows = new rules.HostWindows(INTERVAL_MS);
  windows.needs(expressions);
  const past = DAY_MS / INTERVAL_MS;
  for (let index = 0; index < past; index += 1) windows.add(sampleOf(index));
  const held = heapBytes() - before;

  let states: (State | undefined)[] = expressions.map(() => undefined);
  const [ours, theirs, pieces]: [number[], number[], number[]] = [[], [], []];
  const columns = columnsOf(past + TICKS);
  for (let tick = 0; tick < TICKS; tick += 1) {
    const sample = sampleOf(past + tick);
    const { atMs } = sample;
    const start = processorMs();
    windows.add(sample);
    const read = windows.at(atMs);
    const next: (State | undefined)[] = [];
    for (let first = 0; first < expressions.length; first += RULES_AT_ONCE) {
      const pieceStart = performance.now();
      for (const [offset, expression] of expressions.slice(first, first + RULES_AT_ONCE).entries()) {
        const { result } = rules.evaluate(expression, read, atMs, 'America/Sao_Paulo');
        const moment = { atMs, gapMs: rules.freshMs(INTERVAL_MS) };
        next.push(
          rules.nextState(states[first + offset], result, moment, { forSeconds: 300, releaseSeconds: 300 }).state,
        );
      }
      pieces.push(performance.now() - pieceStart);
    }
    states = next;
    ours.push(processorMs() - start);
    // The plain way takes long: a tenth of the ticks says as much.
    if (tick % 10 === 0) theirs.push(plainWay(columns, past + tick, quantities));
    await setImmediate();
  }
  const ms = (figures: readonly number[], share = 0.5) => quantile(figures, share).toFixed(2);
  printTable([
    [`${RULES} rules, ${quantities.length} windows, one host`, 'CPU ms per sample', 'p99', 'ratio'],
    ['all samples of each window anew, states aside', ms(theirs), ms(theirs, 0.99), '1'],
    ['Vigia', ms(ours), ms(ours, 0.99), (median(ours) / median(theirs)).toFixed(3)],
  ]);
  console.log(`\n${RULES_AT_ONCE} rules without a turn for others: ${ms(pieces)} ms, p99 ${ms(pieces, 0.99)} ms`);
  console.log(`memory of a day of samples with these windows: ${(held / 1024 ** 2).toFixed(1)} MiB`);
}

/** Goes through the samples of each window and puts their functions together. @returns the processor time. */
function plainWay(columns: Columns, newest: number, quantities: readonly Window[]): number {
  const start = processorMs();
  let sum = 0;
  for (const { name, function: of, windowMs } of quantities) {
    const column = columns[name] ?? new Float64Array();
    const first = Math.max(0, newest + 1 - windowMs / INTERVAL_MS);
    let [total, least, most] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let index = first; index <= newest; index += 1) {
      const value = column[index] as number;
      total += value;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    const rise = (column[newest] ?? 0) - (column[first] ?? 0);
    sum += { avg: total / (newest + 1 - first), min: least, max: most, rise }[of];
  }
  if (Number.isNaN(sum)) throw new Error('A figure is missing');
  return processorMs() - start;
}

const CONDITIONS: Readonly<Record<string, string>> = {
  'one comparison': 'cpu > 90',
  'two windows and a time': 'avg(cpu, 10m) > 60 and not time(02:00-04:00) or rise(disk, 24h) > 5',
  'six windows': [
    'avg(cpu, 10m)',
    'min(ram, 1h)',
    'max(load1, 5m)',
    'avg(netin, 2h)',
    'max(disk, 24h)',
    'rise(swap, 24h)',
  ]
    .map((window, index) => `${window} > ${90 - index}`)
    .join(' or '),
};

async function backtests({ parseAlertExpression, backtest }: Rules): Promise<void> {
  const resolutions = { 'every 5 s': INTERVAL_MS, minutes: 60_000 };
  const rows = [['30 days', 'condition', 'rows', 'incidents', 'CPU ms', 'ratio to comparing one figure']];
  for (const [resolution, intervalMs] of Object.entries(resolutions)) {
    const count = (30 * DAY_MS) / intervalMs;
    const columns = columnsOf(count, intervalMs);
    const slices = [...slicesOf(columns, intervalMs)];
    for (const [name, text] of Object.entries(CONDITIONS)) {
      const expression = parseAlertExpression(text);
      if ('problem' in expression) throw new Error(text);
      const request = { expression, timeZone: 'America/Sao_Paulo', intervalMs, evaluatesGaps: true };
      const range = { fromMs: START_MS, toMs: START_MS + count * intervalMs };
      const [ours, floor]: [number[], number[]] = [[], []];
      let incidents = 0;
      for (let round = -1; round < ROUNDS; round += 1) {
        const start = processorMs();
        const durations = { forSeconds: 300, releaseSeconds: 300 };
        const found = await backtest({ ...request, ...range, durations }, slices, () => setImmediate());
        const cost = processorMs() - start;
        incidents = found.incidents.length;
        const least = comparing(columns.cpu ?? new Float64Array());
        // The first round warms up.
        if (round >= 0) [ours.push(cost), floor.push(least)];
      }
      const ratio = median(ours) / median(floor);
      rows.push([resolution, name, String(count), String(incidents), median(ours).toFixed(0), ratio.toFixed(0)]);
    }
  }
  printTable(rows);
}

/** The least that any backtest takes: to compare one figure. @returns the processor time. */
function comparing(column: Float64Array): number {
  const start = processorMs();
  const repeated = 20;
  let count = 0;
  for (let round = 0; round < repeated; round += 1) for (const value of column) if (value > 90 - round) count += 1;
  if (count === 0) throw new Error('Nothing was compared');
  return (processorMs() - start) / repeated;
}

type Columns = Readonly<Record<string, Float64Array>>;

const START_MS = Date.parse('2026-10-01T00:00:00Z');

/** Between which figures each measure swings. */
const SPANS: Readonly<Record<string, readonly [lowest: number, highest: number]>> = {
  ...{ cpu: [2, 98], ram: [40, 95], swap: [0, 20], disk: [60, 85], load1: [0, 2], load5: [0, 2] },
  ...{ netin: [0, 5e7], netout: [0, 5e7], diskread: [0, 1e8], diskwrite: [0, 1e8] },
};

/** A figure that swings over the day, with noise. */
function figureAt(name: string, index: number, intervalMs: number): number {
  const [lowest, highest] = SPANS[name] ?? [0, 100];
  const noise = ((index * 2654435761 + name.length * 97) % 1000) / 1000;
  const swing = (1 - Math.cos((2 * Math.PI * index * intervalMs) / DAY_MS)) / 2;
  return Math.round((lowest + (highest - lowest) * (0.6 * swing + 0.4 * noise)) * 10) / 10;
}

function columnsOf(count: number, intervalMs = INTERVAL_MS): Columns {
  const column = (name: string) =>
    Float64Array.from({ length: count }, (_, index) => figureAt(name, index, intervalMs));
  return Object.fromEntries(Object.keys(SPANS).map((name) => [name, column(name)]));
}

function sampleOf(index: number) {
  const figures = Object.fromEntries(Object.keys(SPANS).map((name) => [name, figureAt(name, index, INTERVAL_MS)]));
  return { atMs: START_MS + index * INTERVAL_MS, figures, disks: new Map() };
}

const ROWS_OF_SLICE = 720;

function* slicesOf(columns: Columns, intervalMs: number): Generator<object> {
  const count = columns.cpu?.length ?? 0;
  for (let first = 0; first < count; first += ROWS_OF_SLICE) {
    const figures = Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, column.subarray(first, first + ROWS_OF_SLICE)]),
    );
    const length = Math.min(ROWS_OF_SLICE, count - first);
    yield { atMs: Float64Array.from({ length }, (_, row) => START_MS + (first + row) * intervalMs), figures };
  }
}

/** Processor time of this process. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
