import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { totpSecretBox } from '../../../src/features/accounts/second-factor/totp-secret-box.js';
import { channelSecretBox } from '../../../src/features/alerts/channels/channel-settings.js';
import { openReadOnly } from '../../../src/platform/db/open-read-only.js';
import type { DatabaseLocation } from '../../../src/settings/settings.js';
import { storeAccount } from '../../support/accounts/stored-accounts.js';
import { databaseKinds, postgresql, sqlite } from '../../support/databases/databases.js';
import { runDoctor } from '../../support/doctor.js';
import { startFakeMailProvider } from '../../support/fakes/fake-mail-provider.js';
import { freePort } from '../../support/processes/free-port.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const OLD_KEY = 'the-key-that-sealed-what-is-stored-here';
const NEW_KEY = 'another-key-than-the-one-of-the-backup!';

/** Writes a stopped service with a channel of each sort, and accounts with a second factor and a passkey. */
async function storedService() {
  const dataDir = join(temporaryFolder(), 'data');
  const file = join(dataDir, 'vigia.sqlite');
  for (const name of ['ana', 'bia']) await storeAccount(file, name);
  const database = new SqliteDatabase(file);
  const channel = database.prepare(
    `insert into channels (name, kind, language, settings, secrets, is_active, created_at, changed_at)
      values (?, ?, 'pt', '{}', ?, ?, 0, 0)`,
  );
  const sealed = (url: string) => channelSecretBox(OLD_KEY).seal(JSON.stringify({ url }));
  channel.run('Sala', 'SLACK', sealed('https://hooks.example/x'), 1);
  channel.run('Casa', 'NTFY', sealed('http://192.168.0.9'), 1);
  channel.run('Desligado', 'SLACK', sealed('https://hooks.example/y'), 0);
  channel.run('Correio', 'EMAIL', null, 1);
  channel.run('Navegadores', 'WEB_PUSH', null, 1);
  database
    .prepare("insert into totp_devices (user_id, secret) select id, ? from users where username = 'ana'")
    .run(totpSecretBox(OLD_KEY).seal('JBSWY3DPEHPK3PXP'));
  database.exec(
    `insert into passkeys (user_id, credential_id, public_key, counter, user_handle, transports, is_backed_up, name, created_at)
      select id, 'c', 'k', 0, 'h', '', 0, 'Chave', 0 from users where username = 'bia'`,
  );
  database.close();
  return { dataDir };
}

describe('stored secrets and what depends on the address (contract 10)', () => {
  test('with the old key only what the settings prevent is said; with a new one, what it has cost, by name', async () => {
    const { dataDir } = await storedService();
    const environment = { PORT: String(await freePort()), PUBLIC_URL: 'https://vigia.example' };
    const before = await runDoctor(dataDir, { ...environment, SECRET_KEY: OLD_KEY });
    expect(before.on('channels')).toEqual([
      expect.stringMatching(/^problem: The channel "Casa" cannot send: its address is not allowed/),
      expect.stringMatching(/^problem: The channel "Correio" cannot send: mail is off/),
      expect.stringMatching(/^problem: The channel "Navegadores" cannot send: no browser/),
    ]);
    expect(before.on('second factors')).toEqual(['ok: The authenticator apps of 1 account can be used.']);
    const after = await runDoctor(dataDir, { ...environment, SECRET_KEY: NEW_KEY });
    expect(after.on('channels').filter((line) => line.includes('another secret key'))).toEqual([
      expect.stringMatching(/^problem: The channel "Casa" /),
      expect.stringMatching(/^problem: The channel "Sala" /),
    ]);
    expect(after.on('second factors')).toEqual([expect.stringMatching(/^problem: .* refused for ana, whose secrets/)]);
    expect(after.code).toBe(2);
  });

  test('passkeys at another address than before', async () => {
    const { dataDir } = await storedService();
    const on = async (PUBLIC_URL: string) =>
      (await runDoctor(dataDir, { PORT: String(await freePort()), SECRET_KEY: OLD_KEY, PUBLIC_URL })).on('passkeys');
    writeFileSync(join(dataDir, 'address'), 'https://vigia.example\n');
    expect(await on('https://vigia.example')).toEqual([expect.stringMatching(/^ok: The passkeys of 1 account/)]);
    expect(await on('https://other.example')).toEqual([
      expect.stringMatching(/^warning: The service was last started as vigia\.example: .* at other\.example/),
    ]);
    expect(await on('http://192.168.0.2:8000')).toEqual([
      expect.stringMatching(/^warning: The passkeys of 1 account cannot be used at http:\/\/192\.168\.0\.2:8000/),
    ]);
  });
});

describe('mail', () => {
  const examine = async (environment: Record<string, string>, args: readonly string[] = []) =>
    runDoctor(join(temporaryFolder(), 'data'), { PORT: String(await freePort()), ...environment }, args);

  test('is logged in to, and nothing is sent unless an address is given', async () => {
    const provider = await startFakeMailProvider();
    const logins: string[] = [];
    provider.at('login', (login) => void logins.push(login));
    for (const environment of [provider.environment, provider.passwordEnvironment]) {
      expect((await examine(environment)).on('mail')).toEqual([expect.stringMatching(/^ok: .* accepts the login of/)]);
    }
    expect([logins.length, provider.received]).toEqual([2, []]);
    const sent = await examine(provider.passwordEnvironment, ['--send-to', 'ana@example.com']);
    expect(sent.on('mail')).toEqual([expect.stringMatching(/^ok: .* took a mail to ana@example\.com/)]);
    expect(provider.received).toMatchObject([{ to: ['ana@example.com'] }]);
  });

  test('that is refused, hangs, or is off although a mail was wanted', async () => {
    const provider = await startFakeMailProvider();
    const wrong = await examine({ ...provider.passwordEnvironment, EMAIL_HOST_PASSWORD: 'wrong-password' });
    expect(wrong.on('mail')).toEqual([
      expect.stringMatching(/^problem: .*: login_refused: .*\. Check EMAIL_HOST_USER/),
    ]);
    expect(JSON.stringify(wrong.findings)).not.toContain('wrong-password');
    provider.at('connect', () => 'stall');
    expect((await examine(provider.passwordEnvironment)).on('mail')).toEqual([
      expect.stringMatching(/^problem: .* did not answer in time/),
    ]);
    const off = await examine({}, ['--send-to', 'ana@example.com']);
    expect(off.on('mail')).toEqual([expect.stringMatching(/^problem: Mail is off .* Nothing was sent\.$/)]);
    expect((await examine({})).on('mail')).toEqual([expect.stringMatching(/^ok: Mail is off/)]);
  });
});

for (const { name, available, locate, locateEmpty } of databaseKinds) {
  describe.runIf(available)(`a connection that only reads: ${name}`, () => {
    test('refuses every change', async () => {
      const database = await openReadOnly(await locate(), 5000);
      for (const sql of ['create table made (id integer)', 'delete from users', "update users set username = 'x'"]) {
        await expect(database.query(sql)).rejects.toThrow(/read-?only/i);
      }
      expect(await database.query('select username from users')).toEqual([]);
      await database.close();
    });

    test('finds tables that are current, and none', async () => {
      const on = async (location: DatabaseLocation) => {
        const DATABASE_URL = location.kind === 'sqlite' ? `sqlite:${location.file}` : location.url;
        const dataDir = join(temporaryFolder(), 'data');
        const environment = { PORT: String(await freePort()), SECRET_KEY: OLD_KEY, DATABASE_URL };
        return runDoctor(dataDir, environment);
      };
      const current = await on(await locate());
      expect(current.on('database')[0]).toMatch(new RegExp(`^ok: ${name} [\\d.]+.* answers`));
      expect(current.on('channels')).toEqual(['ok: 0 active channels, and nothing here keeps any from sending.']);
      if (name === postgresql.name) expect(current.on('clock')[0]).toMatch(/^ok: The clocks agree: the database/);
      if (name === sqlite.name) return;
      expect((await on(await locateEmpty())).on('database')[0]).toMatch(/^warning: .* tables of an older version/);
    });
  });
}
