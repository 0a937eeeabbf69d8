import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { storeAccount } from '../../support/accounts/stored-accounts.js';
import { dataOf } from '../../support/administration.js';
import { createChannel } from '../../support/alerts/channels.js';
import { runDoctor } from '../../support/doctor.js';
import { Browser } from '../../support/http/browser.js';
import { commandLine } from '../../support/processes/command-line.js';
import { startService } from '../../support/processes/running-service.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { PASSWORD } from '../../support/test-app.js';

const SLACK = { kind: 'SLACK', url: 'https://hooks.example/services/the-secret-path' };

const CHANGE = `mutation ($id: ID!, $input: ChannelInput!) {
  updateChannel(id: $id, input: $input) { problem }
}`;

/** Sets up an authenticator app with the machine's own time. */
async function setUpApp(owner: Browser): Promise<{ code: () => string; recoveryCodes: readonly string[] }> {
  const { beginTotp } = await dataOf<{ beginTotp: { secret: string } }>(owner, 'mutation { beginTotp { secret } }');
  const code = () => new TOTP({ secret: Secret.fromBase32(beginTotp.secret) }).generate();
  const query = `mutation { confirmTotp(code: "${code()}") }`;
  return { code, recoveryCodes: (await dataOf<{ confirmTotp: string[] }>(owner, query)).confirmTotp };
}

test('a backup restored without its secret key: what is lost, and how it is given anew', async () => {
  const original = commandLine();
  await storeAccount(original.file, 'chefe', { isStaff: true });
  await storeAccount(original.file, 'ana');
  const service = await startService({ DATA_DIR: original.dataDir });
  const signIn = async (username: string) => {
    const browser = new Browser(service.baseUrl);
    await browser.submit('/accounts/login/', { username, password: PASSWORD });
    return browser;
  };
  const staff = await signIn('chefe');
  const channel = await createChannel(staff, SLACK);
  const { code, recoveryCodes } = await setUpApp(await signIn('ana'));
  const tokens = await staff.post('/accounts/api/v1/token/', { username: 'chefe', password: PASSWORD });
  const { access } = tokens.json<{ access: string }>();
  const copy = join(temporaryFolder(), 'backup.sqlite');
  expect((await original.run(['backup', copy])).code).toBe(0);
  service.process.kill('SIGTERM');
  await service.ended;

  const dataDir = join(temporaryFolder(), 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  copyFileSync(copy, join(dataDir, 'vigia.sqlite'));
  const stopped = await runDoctor(dataDir, { PORT: String(service.port) });
  expect(stopped.on('secret key')[0]).toMatch(/^problem: .* is missing: put it back/);
  const restored = await startService({ DATA_DIR: dataDir });
  const environment = { PORT: String(restored.port) };
  const { on } = await runDoctor(dataDir, environment);
  expect(on('channels')).toEqual([expect.stringMatching(/"Plantão" cannot send: its secret is of another secret key/)]);
  expect(on('second factors')).toEqual([expect.stringMatching(/^problem: .* refused for ana, .* reset-factors/)]);

  // The browser of the staff is still signed in once it loads a page anew; its token has ended.
  const back = new Browser(restored.baseUrl);
  for (const [name, value] of staff.cookies) back.cookies.set(name, value);
  expect((await back.get('/')).status).toBe(200);
  const metrics = '/sistema/monitoramento/api/v1/metrics';
  expect((await new Browser(restored.baseUrl, { authorization: `Bearer ${access}` }).get(metrics)).status).toBe(401);
  const { updateChannel } = await dataOf<{ updateChannel: { problem: unknown } }>(back, CHANGE, {
    id: String(channel),
    input: { name: 'Plantão', ...SLACK },
  });
  expect(updateChannel.problem).toBeNull();

  const logIn = async (otp: string) =>
    (await new Browser(restored.baseUrl).post('/accounts/api/v1/token/', { username: 'ana', password: PASSWORD, otp }))
      .status;
  expect(await logIn(code())).toBe(401);
  expect(await logIn(recoveryCodes[0] ?? '')).toBe(200);
  expect((await commandLine(dataDir).run(['user', 'reset-factors', 'ana'])).code).toBe(0);
  const after = await runDoctor(dataDir, environment);
  expect([after.on('channels'), after.on('second factors')]).toEqual([
    [expect.stringMatching(/^ok: 1 active channel/)],
    [expect.stringMatching(/^ok: /)],
  ]);
});
