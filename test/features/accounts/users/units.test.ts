import { describe, expect, test } from 'vitest';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { DEFAULT_UNITS, serverTimeZone } from '../../../../src/shared/units/units.js';
import { codeOf, dataOf } from '../../../support/administration.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import type { Browser } from '../../../support/http/browser.js';
import { createTestApp } from '../../../support/test-app.js';

const FIELDS = 'dataRates unitPrefixes temperature timeZone clock';
const ALL = `mutation { changePreferences(
  dataRates: BITS, unitPrefixes: DECIMAL, temperature: FAHRENHEIT, timeZone: SERVER, clock: H12
) { ${FIELDS} } }`;
const CHOSEN = {
  dataRates: 'BITS',
  unitPrefixes: 'DECIMAL',
  temperature: 'FAHRENHEIT',
  timeZone: 'SERVER',
  clock: 'H12',
};

/** Returns the units that the server has written into the page. */
async function unitsOnPage(browser: Browser) {
  const { text } = await browser.get('/conta/');
  const written = /data-viewer="([^"]*)"/.exec(text)?.[1]?.replaceAll('&quot;', '"') ?? '';
  return JSON.parse(written).units;
}

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`the units of an account, on ${name} (contract 3)`, () => {
    const start = async () => createTestApp({ database: await openTestDatabase(await locate()) });

    test('are the default ones until they are chosen, then kept in every browser, each by itself', async () => {
      const app = await start();
      const ana = await app.loginAs();
      expect(await dataOf(ana, `{ preferences { ${FIELDS} serverTimeZone } }`)).toEqual({
        preferences: {
          dataRates: 'BYTES',
          unitPrefixes: 'BINARY',
          temperature: 'CELSIUS',
          timeZone: 'BROWSER',
          clock: 'LANGUAGE',
          serverTimeZone: serverTimeZone(),
        },
      });
      expect(await dataOf(ana, ALL)).toEqual({ changePreferences: CHOSEN });
      await dataOf(ana, 'mutation { changePreferences(theme: DARK, clock: H24, temperature: null) { clock } }');
      const elsewhere = await app.loginAs();
      const { preferences } = await dataOf<Record<string, unknown>>(elsewhere, `{ preferences { theme ${FIELDS} } }`);
      expect(preferences).toEqual({ ...CHOSEN, theme: 'DARK', clock: 'H24' });
    });

    test('two changes at the same moment leave each other alone', async () => {
      const app = await start();
      const ana = await app.loginAs();
      await Promise.all(
        ['dataRates: BITS', 'unitPrefixes: DECIMAL', 'temperature: FAHRENHEIT', 'theme: DARK'].map((change) =>
          dataOf(ana, `mutation { changePreferences(${change}) { theme } }`),
        ),
      );
      expect(await app.database.em.fork().findOneOrFail(User, { usernameKey: 'ana' })).toMatchObject({
        ...{ ...DEFAULT_UNITS, theme: 'dark' },
        ...{ dataRates: 'bits', unitPrefixes: 'decimal', temperature: 'fahrenheit' },
      });
    });
  });
}

describe('the units of an account', () => {
  test('are in the page as it is served, so that nothing is shown in others first', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs();
    const unitsOf = { dataRates: 'bytes', unitPrefixes: 'binary', temperature: 'celsius' };
    expect(await unitsOnPage(ana)).toEqual({ ...unitsOf, times: {} });
    await dataOf(ana, ALL);
    expect(await unitsOnPage(ana)).toEqual({
      ...{ dataRates: 'bits', unitPrefixes: 'decimal', temperature: 'fahrenheit' },
      times: { timeZone: serverTimeZone(), hourCycle: 'h12' },
    });
    await dataOf(ana, 'mutation { changePreferences(timeZone: BROWSER, clock: H24) { clock } }');
    expect((await unitsOnPage(ana)).times).toEqual({ hourCycle: 'h23' });
    expect(await unitsOnPage(await app.loginAs('bia'))).toEqual({ ...unitsOf, times: {} });
  });

  test('are no one else’s to read or to change', async () => {
    const app = await createTestApp();
    expect(await codeOf(app.browser(), ALL)).toBe('UNAUTHENTICATED');
    expect(await codeOf(app.browser(), `{ preferences { ${FIELDS} } }`)).toBe('UNAUTHENTICATED');
  });

  test('change no figure of an interface: neither at the v1 addresses nor over GraphQL', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs();
    const figures = async () => {
      const rest = await ana.get('/sistema/monitoramento/api/v1/metrics');
      const query = '{ metrics { ramTotal memoryTotal networkReceived cpuTemperatureCelsius sampledAt } }';
      return [rest.status, rest.json(), await dataOf(ana, query)];
    };
    const before = await figures();
    expect(before[0]).toBe(200);
    await dataOf(ana, ALL);
    expect(await figures()).toEqual(before);
  });
});
