import { describe, expect, test } from 'vitest';
import { createChannel, item, startWithChannels, tell } from '../../../../support/alerts/channels.js';
import { databaseKinds } from '../../../../support/databases/databases.js';
import { startFakeMailProvider } from '../../../../support/fakes/fake-mail-provider.js';
import { PASSWORD } from '../../../../support/test-app.js';

const FORM = { first_name: 'ana', password1: PASSWORD, password2: PASSWORD };

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`mails of alerts on ${kind.name} (promise 53)`, () => {
    test('leave at once while a welcome mail hangs, and before all others that wait', async () => {
      const provider = await startFakeMailProvider();
      const { app, staff } = await startWithChannels(kind, { environment: provider.environment });
      const channel = await createChannel(staff, { kind: 'EMAIL', addresses: ['chefe@example.com'] });
      provider.at('recipient', (address) => (address === 'u0@example.com' ? 'stall' : undefined));
      const hangs = provider.reached('recipient');
      for (let count = 0; count < 5; count += 1) {
        const form = { ...FORM, username: `u${count}`, email: `u${count}@example.com` };
        expect((await app.browser().submit('/accounts/registrar/', form)).status).toBe(302);
      }
      await hangs;
      await tell(app, channel, item());
      await app.advance({ seconds: 30 });
      await app.services.itemCollector.collect();
      await expect.poll(() => provider.received.map(({ to }) => to[0])).toEqual(['chefe@example.com']);
    });
  });
}
