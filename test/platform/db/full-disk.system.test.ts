import { cpSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { User } from '../../../src/features/accounts/users/user.entity.js';
import { Browser } from '../../support/http/browser.js';
import { shortages } from '../../support/processes/full-disk.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { createTestApp, PASSWORD, type TestApp } from '../../support/test-app.js';

const CONVERSION = '/sistema/conversor/v1/api?type=dec2bin&value=5';

const formOf = (username: string) => ({
  first_name: 'Ana',
  username,
  email: `${username}@example.com`,
  password1: PASSWORD,
  password2: PASSWORD,
});

describe.each(Object.entries(shortages))('%s (promise 33)', (_name, { possible, start }) => {
  test.runIf(possible)('rejects writes with 503, answers reads, and is got over without a restart', async () => {
    const service = await start();
    const { baseUrl } = service;
    await new Browser(baseUrl).submit('/accounts/registrar/', formOf('ana'));
    const ana = new Browser(baseUrl);
    await ana.submit('/accounts/login/', { username: 'ana', password: PASSWORD });
    const writes = {
      registration: () => new Browser(baseUrl).submit('/accounts/registrar/', formOf('bia')),
      login: () => new Browser(baseUrl).submit('/accounts/login/', { username: 'ana', password: PASSWORD }),
      token: () => new Browser(baseUrl).post('/accounts/api/v1/token/', { username: 'ana', password: PASSWORD }),
      'wrong password': () => new Browser(baseUrl).post('/accounts/api/v1/token/', { username: 'ana', password: 'x' }),
      profile: () => ana.graphql('mutation { changeProfile(input: { firstName: "A", email: "b@c.de" }) { email } }'),
      logout: () => ana.post('/accounts/logout/', { csrfmiddlewaretoken: ana.cookies.get('csrftoken') ?? '' }),
    };
    service.fill();
    for (let round = 0; round < 2; round += 1) {
      for (const [name, write] of Object.entries(writes)) {
        const { status, headers } = await write();
        expect([name, status, headers.get('retry-after')]).toEqual([name, 503, '5']);
      }
      for (const path of [CONVERSION, '/sistema/monitoramento/api/v1/metrics', '/conta/', '/healthz', '/readyz'])
        expect([path, (await ana.get(path)).status]).toEqual([path, 200]);
    }
    service.freeSpace();
    const statuses = [];
    for (const write of Object.values(writes)) statuses.push((await write()).status);
    expect(statuses).toEqual([302, 302, 200, 401, 200, 302]);
    const copy = join(temporaryFolder(), 'copy');
    cpSync(service.dataDir, copy, { recursive: true });
    const database = new SqliteDatabase(join(copy, 'vigia.sqlite'));
    const all = (sql: string) => database.prepare(sql).pluck().all();
    expect(all('pragma integrity_check')).toEqual(['ok']);
    expect(all('select username from users order by id')).toEqual(['ana', 'bia']);
    // The only row is the failure recorded for the one wrong password that was checked.
    expect(all('select failed from login_places')).toEqual([1]);
    database.close();
  });
});

describe('a database that may not grow (promise 33)', () => {
  async function limitPages(app: TestApp, pages: string) {
    await app.database.em.getConnection().execute(`pragma max_page_count = ${pages}`);
  }

  test('holds what was acknowledged, and nothing of what was not', async () => {
    const app = await createTestApp();
    await limitPages(app, '1');
    const answered = [];
    for (let count = 0; count < 100; count += 1) {
      const { status } = await app.browser().submit('/accounts/registrar/', formOf(`name${count}`));
      if (status !== 302) expect(status).toBe(503);
      answered.push(status);
    }
    expect(answered).toContain(503);
    await limitPages(app, '1000000');
    expect((await app.browser().submit('/accounts/registrar/', formOf('last'))).status).toBe(302);
    const created = answered.filter((status) => status === 302).length + 1;
    expect(await app.database.em.fork().count(User, {})).toBe(created);
  });

  test('the history waits in memory, is answered from there, and is written when there is room', async () => {
    const app = await createTestApp({ environment: { METRICS_INTERVAL_MS: '15000' } });
    await app.createUser('ana');
    const points = async () => {
      const script = await app.scriptAs('ana');
      const from = new Date(app.clock.now().getTime() - 120 * 60_000);
      const query = 'query ($from: String!) { metricsHistory(from: $from) { cpuPercent { average } } }';
      const answer = await script.graphql(query, { from: from.toISOString() });
      type Series = { data: { metricsHistory: { cpuPercent: { average: (number | null)[] } } } };
      return answer.json<Series>().data.metricsHistory.cpuPercent.average.filter((point) => point !== null).length;
    };
    await limitPages(app, '1');
    for (let sample = 0; sample < 480; sample += 1) await app.sleep({ seconds: 15 });
    await app.services.history.flush();
    expect(app.lines.some((line) => line.includes('The history cannot be written: it is kept in memory'))).toBe(true);
    const before = await points();
    expect(before).toBeGreaterThan(200);
    await limitPages(app, '1000000');
    await app.services.history.flush();
    expect(app.lines.some((line) => line.includes('The history is being written again'))).toBe(true);
    expect(await points()).toBe(before);
  });
});
