import { describe, expect, test } from 'vitest';
import type { User } from '../../../../src/features/accounts/users/user.entity.js';
import { OutboxMessage } from '../../../../src/platform/outbox/outbox-message.entity.js';
import { letLoginsAge, reauthenticate } from '../../../support/accounts/reauthentication.js';
import { codeOf, startWithStaff } from '../../../support/administration.js';
import { databaseKinds } from '../../../support/databases/databases.js';
import { headerOf, partOf, startFakeMailProvider } from '../../../support/fakes/fake-mail-provider.js';
import type { Browser } from '../../../support/http/browser.js';

const CHANGE = `mutation ($email: String!) { changeProfile(input: { firstName: "Ana", email: $email }) { email } }`;

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`another address of an account, on ${kind.name} (decision 061)`, () => {
    async function start(changes: Partial<User> = {}, environment = {}) {
      const provider = await startFakeMailProvider();
      const PUBLIC_URL = 'https://vigia.example';
      const { app } = await startWithStaff(kind, {
        environment: { ...provider.environment, PUBLIC_URL, ...environment },
      });
      const ana = await app.loginAs('ana', changes);
      const drained = () =>
        expect.poll(() => app.database.em.fork().count(OutboxMessage, { state: 'waiting' })).toBe(0);
      return { app, provider, ana, drained };
    }

    const change = (ana: Browser, email: string) => codeOf(ana, CHANGE, { email });

    test('is told to the old one: what, when and what to do, in the language of the account', async () => {
      const { app, provider, ana, drained } = await start({ language: 'es' }, { CONTACT: 'Rui, sala 12' });
      expect(await change(ana, 'nova@example.org')).toBeUndefined();
      await expect.poll(() => provider.received).toHaveLength(1);
      const [mail] = provider.received;
      expect(mail?.to).toEqual(['ana@example.com']);
      expect(headerOf(mail as never, 'Subject')).toContain('El_correo_de_tu_cuenta');
      const text = partOf(mail as never, 'text/plain');
      expect(text).toMatch(/La cuenta “ana” tiene otra dirección de correo desde el \d{2}\/\d{2}\/2026, \d{2}:\d{2}/);
      expect(text).toContain('cambia la contraseña y vuelve a poner tu dirección');
      expect(text).toContain('Rui, sala 12');
      expect(text).toContain('Abrir la cuenta: https://vigia.example/conta/');
      // The new address may belong to someone else, so the mail does not mention it.
      expect(mail?.raw).not.toContain('nova');
      await drained();
      expect(await app.database.em.fork().find(OutboxMessage, { address: { $ne: null } })).toEqual([]);
    });

    test('is told to nobody when nothing has changed but capitals, or the change was refused', async () => {
      const { app, provider, ana, drained } = await start();
      expect(await change(ana, 'ana@example.com')).toBeUndefined();
      expect(await change(ana, 'Ana@Example.com')).toBeUndefined();
      await letLoginsAge(app);
      // Refused changes do not use up the quota for later ones.
      for (let count = 0; count < 4; count += 1) {
        expect(await change(ana, 'nova@example.org')).toBe('REAUTHENTICATION_REQUIRED');
      }
      await drained();
      expect(await app.database.em.fork().count(OutboxMessage)).toBe(0);
      await reauthenticate(ana);
      expect(await change(ana, 'nova@example.org')).toBeUndefined();
      await expect.poll(() => provider.received.map(({ to }) => to)).toEqual([['Ana@example.com']]);
    });

    test('sends three mails a day for an account, and three an hour to an address, however often it changes', async () => {
      const { app, provider, ana, drained } = await start();
      for (let count = 0; count < 6; count += 1) {
        expect(await change(ana, `nova${count}@example.org`)).toBeUndefined();
      }
      await drained();
      expect(provider.received.map(({ to }) => to[0])).toEqual([
        ...['ana@example.com', 'nova0@example.org', 'nova1@example.org'],
      ]);
      // Strangers register accounts with someone else's address.
      for (let number = 0; number < 5; number += 1) {
        const stranger = await app.loginAs(`stranger${number}`, { email: 'victim@example.net' });
        expect(await change(stranger, `stranger${number}@example.org`)).toBeUndefined();
      }
      await drained();
      expect(provider.received.filter(({ to }) => to[0] === 'victim@example.net')).toHaveLength(3);
    });
  });
}
