import { describe, expect, test } from 'vitest';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { lock } from '../../../support/accounts/login-methods.js';
import { type RawMessage, RawSubscriber } from '../../../support/http/raw-subscriber.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

const EVENTS = { query: 'subscription { securityEvents { event result door address username actor missed } }' };
const METRICS = { query: 'subscription { metrics { cpuPercent } }' };

async function connect(app: TestApp, username: string, changes: Partial<User> = {}): Promise<RawSubscriber> {
  const { access } = await app.scriptAs(username, changes);
  return RawSubscriber.open(app.baseUrl, `Bearer ${access}`);
}

/** Returns the next message that is not a pong. */
async function taken(subscriber: RawSubscriber): Promise<RawMessage> {
  const message = await subscriber.take();
  return message.type === 'pong' ? taken(subscriber) : message;
}

/** Resolves to the close code of a connection. */
function closing({ socket }: RawSubscriber): Promise<number> {
  return new Promise((resolve) => socket.once('close', resolve));
}

describe('the events of the audit trail as they happen (promise 30)', () => {
  test('come each once and in their order, none of before, and none is lost in a burst', async () => {
    const app = await createTestApp();
    await lock(app, 'before');
    const staff = await connect(app, 'chefe', { isStaff: true });
    staff.subscribe('1', EVENTS);
    await staff.settle();
    await lock(app, 'ana');
    for (const result of ['FAILURE', 'FAILURE', 'FAILURE', 'FAILURE', 'LOCKED_OUT']) {
      expect(await taken(staff)).toMatchObject({
        payload: {
          data: {
            securityEvents: {
              event: 'LOGIN',
              result,
              door: 'TOKEN',
              address: '127.0.0.1',
              username: 'ana',
              actor: '',
              missed: 0,
            },
          },
        },
      });
    }
    const origin = { method: 'graphql', address: '::1' } as const;
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        app.services.audit.record({ event: 'login', result: 'success', origin, username: `u${index}` }),
      ),
    );
    const names = [];
    for (let count = 0; count < 60; count += 1) {
      const { payload } = (await taken(staff)) as { payload: { data: { securityEvents: { username: string } } } };
      names.push(payload.data.securityEvents.username);
    }
    expect(names).toEqual(Array.from({ length: 60 }, (_, index) => `u${index}`));
  });

  test('are for staff only', async () => {
    const app = await createTestApp();
    const ana = await connect(app, 'ana');
    ana.subscribe('1', EVENTS);
    expect(await ana.take()).toMatchObject({ payload: { errors: [{ extensions: { code: 'FORBIDDEN' } }] } });
  });
});

describe('a role that changes while a socket is open', () => {
  test.each(['here', 'elsewhere'] as const)(
    '%s, closes it with 1012; who comes back has the new role',
    async (where) => {
      const app = await createTestApp();
      await app.createUser('eva', { isStaff: true });
      const chefe = await connect(app, 'chefe', { isStaff: true });
      const ana = await connect(app, 'ana');
      chefe.subscribe('1', EVENTS);
      ana.subscribe('1', METRICS);
      expect(await ana.take()).toHaveProperty('payload.data.metrics');
      await chefe.settle();
      const closed = closing(chefe);
      if (where === 'here') {
        await app.services.accountStatus.setStaff('chefe', false, { method: 'cli', address: '' });
      } else {
        await app.database.em.fork().nativeUpdate(User, { usernameKey: 'chefe' }, { isStaff: false });
        await app.advance({ seconds: 5 });
      }
      expect(await closed).toBe(1012);
      const again = await connect(app, 'chefe');
      again.subscribe('1', EVENTS);
      expect(await again.take()).toMatchObject({ payload: { errors: [{ extensions: { code: 'FORBIDDEN' } }] } });
      expect(await again.take()).toEqual({ id: '1', type: 'complete' });
      again.subscribe('2', METRICS);
      expect(await again.take()).toHaveProperty('payload.data.metrics');
      const promoted = closing(again);
      await app.services.accountStatus.setStaff('chefe', true, { method: 'cli', address: '' });
      expect(await promoted).toBe(1012);
      expect(ana.socket.readyState).toBe(ana.socket.OPEN);
    },
  );
});
