import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { Browser } from '../support/http/browser.js';
import { SHIFTED_CLOCK } from '../support/processes/nodes.js';
import { createScript, type RunningProgram, startProgram, startService } from '../support/processes/running-service.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { PASSWORD } from '../support/test-app.js';
import { clientFolder } from './client-folder.js';
import { compileForRelay } from './compile-for-relay.js';
import { clientsCanRun } from './installed-clients.js';

const HOSTS = 250;
const PROGRAMS = readdirSync('test/clients/programs')
  .filter((file) => !['journey.js', 'service.js'].includes(file))
  .sort();

/** More than an access token is valid, and less than a refresh token. */
const CLOCK_SHIFT_MS = 11 * 60_000;

type Service = Awaited<ReturnType<typeof startService>>;

/** Adds hosts beside the machine of the service, so that there are {@link HOSTS}. */
function addHosts({ dataDir }: Service): void {
  const database = new SqliteDatabase(join(dataDir, 'vigia.sqlite'));
  const columns = 'name, first_seen_at, last_seen_at, samples_days, minutes_days, hours_days, interval_ms, has_agent';
  const insert = database.prepare(
    `insert into hosts (number, id, ${columns}) select ?, ?, 'host ' || ?, ${columns.split(', ').slice(1).join(', ')} from hosts where number = 1`,
  );
  for (let number = 2; number <= HOSTS; number++) insert.run(number, `host-${number}`, number);
  database.close();
}

async function tokensOf(service: Service): Promise<{ readonly TOKEN: string; readonly REFRESH: string }> {
  await createScript(service.baseUrl);
  const answer = await new Browser(service.baseUrl).post('/accounts/api/v1/token/', {
    username: 'ana',
    password: PASSWORD,
  });
  const { access, refresh } = answer.json<{ access: string; refresh: string }>();
  return { TOKEN: access, REFRESH: refresh };
}

/** Starts a service again, at the same port and with the same data. */
async function restart({ process, ended, dataDir, port }: Service, environment = {}): Promise<Service> {
  process.kill('SIGTERM');
  await ended;
  const same = { METRICS_INTERVAL_MS: '250', DATA_DIR: dataDir, PORT: String(port) };
  return { ...(await startService({ ...same, ...environment })), dataDir, port };
}

/** Waits until a program has received a sample of a time or later. */
async function receives({ lines, line }: RunningProgram, since: number): Promise<void> {
  await line(/^sample/);
  const newest = () => Date.parse(lines.findLast((text) => text.startsWith('sample'))?.slice('sample '.length) ?? '');
  await expect.poll(newest).toBeGreaterThan(since);
}

describe.runIf(clientsCanRun)('clients with their defaults', () => {
  test('query, mutate, page, subscribe, reconnect after a restart and refresh their tokens', async () => {
    const service = await startService({ METRICS_INTERVAL_MS: '250' });
    addHosts(service);
    const COMPILED = compileForRelay(temporaryFolder());
    const environment = { VIGIA: service.baseUrl, COMPILED, ...(await tokensOf(service)) };
    const folder = clientFolder();
    const programs = PROGRAMS.map((name) => startProgram(process.execPath, [join(folder, name)], environment));
    await Promise.all(programs.map(({ line }) => line(/^subscribes/)));

    const again = await restart(service);
    const restartedAt = Date.now();
    await Promise.all(programs.map((program) => receives(program, restartedAt)));

    await restart(again, { NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`, CLOCK_SHIFT_MS: String(CLOCK_SHIFT_MS) });
    expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual(programs.map(() => 0));
    const results = programs.map(({ lines }, index) => [
      basename(PROGRAMS[index] ?? '', '.js'),
      lines.filter((text) => !/^(sample|subscribes)/.test(text)),
    ]);
    const steps = ['queries: ana', 'mutates: DARK', `pages: ${HOSTS} rows, ${HOSTS} different`];
    const last = 'queries with a new token: ana';
    const live = [steps[0], steps[2], last];
    expect(Object.fromEntries(results)).toEqual({
      apollo: [...steps, last],
      'graphql-request': [...steps, last],
      'graphql-sse': live,
      'graphql-ws': live,
      relay: [...steps, last],
      urql: [...steps, last],
      'vigia-client': [...steps, last],
    });
  });
});
