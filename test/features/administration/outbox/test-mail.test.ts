import { describe, expect, test } from 'vitest';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { letLoginsAge } from '../../../support/accounts/reauthentication.js';
import { codeOf, dataOf } from '../../../support/administration.js';
import { headerOf, MAIL_SECRETS, startFakeMailProvider } from '../../../support/fakes/fake-mail-provider.js';
import { createTestApp } from '../../../support/test-app.js';

const SEND = `mutation ($address: String!) {
  sendTestMail(address: $address) { isAccepted server reason detail }
}`;
const TO = { address: 'bia@example.com' };

async function start() {
  const provider = await startFakeMailProvider();
  const app = await createTestApp({ environment: provider.passwordEnvironment });
  return { provider, app, staff: await app.loginAs('root', { isStaff: true }) };
}

describe('a test mail', () => {
  test('is sent at once, in the language of its sender, and the server has taken it', async () => {
    const { provider, app, staff } = await start();
    const server = `127.0.0.1:${provider.passwordEnvironment.EMAIL_PORT}`;
    expect(await dataOf(staff, SEND, TO)).toEqual({
      sendTestMail: { isAccepted: true, server, reason: null, detail: '' },
    });
    const [mail] = provider.received;
    expect([mail?.to, mail && headerOf(mail, 'Subject')]).toEqual([['bia@example.com'], 'O e-mail funciona']);
    const [event] = await app.database.em.fork().find(AuthenticationEvent, { event: 'mail_test' });
    expect(event).toMatchObject({ result: 'success', actor: 'root', username: '', after: '{"answer":"accepted"}' });
  });

  test("says what the server answered, without the service's secrets", async () => {
    const { provider, app, staff } = await start();
    provider.at('login', () => ({ code: 535, text: `5.7.8 No ${MAIL_SECRETS.password}, go away` }));
    const { sendTestMail } = await dataOf<{ sendTestMail: { detail: string } }>(staff, SEND, TO);
    expect(sendTestMail).toMatchObject({ isAccepted: false, reason: 'LOGIN_REFUSED' });
    expect(sendTestMail.detail).toMatch(/535.*go away/);
    expect(sendTestMail.detail).not.toContain(MAIL_SECRETS.password);
    provider.at('login', () => undefined);
    provider.at('recipient', () => ({ code: 550, text: '5.1.1 No such mailbox' }));
    expect(await dataOf(staff, SEND, TO)).toMatchObject({ sendTestMail: { isAccepted: false, reason: 'REFUSED' } });
    const events = await app.database.em.fork().find(AuthenticationEvent, { event: 'mail_test' });
    expect(events.map(({ result, after }) => [result, after])).toEqual([
      ['failure', '{"answer":"login_refused"}'],
      ['failure', '{"answer":"refused"}'],
    ]);
  });

  test('asks again, goes to addresses only, and ten times in ten minutes', async () => {
    const { provider, app, staff } = await start();
    expect(await codeOf(staff, SEND, { address: 'a@b.example\r\nBcc: c@d.example' })).toBe('BAD_USER_INPUT');
    for (let count = 1; count < 10; count += 1) expect(await codeOf(staff, SEND, TO)).toBe(undefined);
    expect(await codeOf(staff, SEND, TO)).toBe('RATE_LIMITED');
    expect(provider.received).toHaveLength(9);
    await letLoginsAge(app);
    const late = await app.loginAs('eva', { isStaff: true });
    await letLoginsAge(app);
    expect(await codeOf(late, SEND, TO)).toBe('REAUTHENTICATION_REQUIRED');
  });

  test('says that mail is off', async () => {
    const app = await createTestApp();
    const staff = await app.loginAs('root', { isStaff: true });
    expect(await dataOf(staff, SEND, TO)).toEqual({
      sendTestMail: { isAccepted: false, server: null, reason: 'MAIL_OFF', detail: '' },
    });
  });
});
