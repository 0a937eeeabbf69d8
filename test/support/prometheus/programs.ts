import { execFile, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../processes/free-port.js';
import { temporaryFolder } from '../temporary-folder.js';

const PROMETHEUS = '/usr/bin/prometheus';
const PROMTOOL = '/usr/bin/promtool';
const NODE_EXPORTER = '/usr/bin/prometheus-node-exporter';

/** Whether Debian's packages are there. CI installs them, and fails if they are missing. */
export const prometheusIsInstalled =
  [PROMETHEUS, PROMTOOL, NODE_EXPORTER].every((program) => existsSync(program)) || process.env.CI === 'true';

/** Starts node_exporter with its defaults. @returns its port, and a function that scrapes it. */
export async function startNodeExporter() {
  const port = await freePort();
  start(NODE_EXPORTER, [`--web.listen-address=127.0.0.1:${port}`], temporaryFolder());
  const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await expect.poll(() => scrape().catch(() => '')).not.toBe('');
  return { port, scrape };
}

type Result = readonly { readonly metric: Readonly<Record<string, string>>; readonly value: [number, string] }[];

/**
 * Starts Prometheus in a folder with these files.
 *
 * @param files with `prometheus.yml`, its configuration.
 * @returns a function that evaluates an expression, at a time in seconds or now; it resolves to no series while
 *   Prometheus does not answer.
 */
export async function startPrometheus(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const port = await freePort();
  const options = ['--config.file=prometheus.yml', '--storage.tsdb.path=data'];
  start(PROMETHEUS, [...options, `--web.listen-address=127.0.0.1:${port}`], folder);
  return async (expression: string, time?: number): Promise<Result> => {
    const address = new URL(`http://127.0.0.1:${port}/api/v1/query`);
    address.searchParams.set('query', expression);
    if (time !== undefined) address.searchParams.set('time', String(time));
    const answer = await fetch(address).catch(() => undefined);
    if (!answer?.ok) return [];
    const { data } = (await answer.json()) as { data: { result: Result } };
    return data.result;
  };
}

/** Returns the sentences of `promtool check metrics` about a text. */
export function checkMetrics(text: string): Promise<string[]> {
  return new Promise((resolve) => {
    const child = execFile(PROMTOOL, ['check', 'metrics'], (_error, out, err) =>
      resolve((out + err).split('\n').filter((line) => line !== '')),
    );
    child.stdin?.end(text);
  });
}

function start(program: string, options: readonly string[], folder: string): void {
  const child = spawn(program, options, { cwd: folder, stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill();
    await ended;
  });
}
