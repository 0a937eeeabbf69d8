import { statSync } from 'node:fs';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { MikroORM as SqlMikroORM } from '@mikro-orm/sqlite';
import { describe, expect, test } from 'vitest';
import { entities } from '../../../src/app/entities.js';
import { Session } from '../../../src/features/accounts/sessions/session.entity.js';
import { User } from '../../../src/features/accounts/users/user.entity.js';
import { databaseOptions } from '../../../src/platform/db/database.js';
import { databaseKinds, openTestDatabase, sqlite } from '../../support/databases/databases.js';
import { createTestApp, PASSWORD } from '../../support/test-app.js';

const person = {
  username: 'Ánna',
  usernameKey: 'ánna',
  firstName: "Anna'; drop table users; --",
  email: 'anna@example.com',
  password: 'pbkdf2_sha256$1$salt$aGFzaA==',
  dateJoined: new Date('2026-01-02T03:04:05.678Z'),
};

for (const { name, available, locate, locateEmpty } of databaseKinds) {
  describe.runIf(available)(`persistence on ${name}`, () => {
    test('the migrations make exactly the tables of the entities', async () => {
      const location = await locateEmpty();
      const { migrator, close } = await openTestDatabase(location).then((orm) => ({
        migrator: orm.migrator,
        close: () => orm.close(true),
      }));
      expect(await migrator.getPending()).toEqual([]);
      await close();
      const orm = await SqlMikroORM.init(await databaseOptions(location, entities));
      // Entities do not declare indexes on expressions, triggers, or anything kept for nodes of the previous version.
      const update = await orm.schema.getUpdateSchemaSQL({ wrap: false });
      const unnamed =
        /drop (index|trigger|function|view|table)( if exists)? .(users_search_|(\w+_)?notify_of_|outbox_mails"|(\w+_)?mirror_|metrics_chunks").*;\n+/g;
      expect(update.replaceAll(unnamed, '')).toBe('');
      await orm.close(true);
    });

    test('the migrations can be undone', async () => {
      const { migrator } = await openTestDatabase(await locateEmpty());
      await migrator.down({ to: 0 });
      expect(await migrator.getExecuted()).toEqual([]);
      await migrator.up();
      expect(await migrator.getPending()).toEqual([]);
    });

    test('what was written is read back after the database was closed and opened again', async () => {
      const location = await locate();
      const first = await openTestDatabase(location);
      const em = first.em.fork();
      const user = em.create(User, person);
      em.create(Session, {
        id: 'a'.repeat(64),
        user,
        createdAt: person.dateJoined,
        expiresAt: new Date('2026-01-16T03:04:05.678Z'),
      });
      await em.flush();
      await first.close(true);
      const second = await openTestDatabase(location);
      const session = await second.em.fork().findOneOrFail(Session, 'a'.repeat(64), { populate: ['user'] });
      expect(session.expiresAt).toEqual(new Date('2026-01-16T03:04:05.678Z'));
      expect(session.user).toMatchObject({
        ...person,
        isActive: true,
        isStaff: false,
        tokenVersion: 0,
        lastLogin: null,
      });
    });

    test('two users cannot have one name', async () => {
      const { em } = await openTestDatabase(await locate());
      await em.fork().persist(em.fork().create(User, person)).flush();
      const again = em.fork();
      again.create(User, { ...person, username: 'anna' });
      await expect(again.flush()).rejects.toThrow(UniqueConstraintViolationException);
    });

    test('the sessions of a user go with the user', async () => {
      const { em } = await openTestDatabase(await locate());
      const unit = em.fork();
      const user = unit.create(User, person);
      unit.create(Session, { id: 'b'.repeat(64), user, createdAt: new Date(), expiresAt: new Date() });
      await unit.flush();
      await em.fork().nativeDelete(User, { id: user.id });
      expect(await em.fork().count(Session, {})).toBe(0);
    });

    test('a person registers, logs in, calls with both credentials, and logs out', async () => {
      const app = await createTestApp({ database: await openTestDatabase(await locate()) });
      const browser = app.browser();
      const form = {
        first_name: 'ana',
        username: 'ana',
        email: 'a@example.com',
        password1: PASSWORD,
        password2: PASSWORD,
      };
      expect((await browser.submit('/accounts/registrar/', form)).status).toBe(302);
      expect((await browser.submit('/accounts/registrar/', form)).text).toContain('já existe');
      expect((await browser.submit('/accounts/login/', { username: 'ANA', password: PASSWORD })).status).toBe(302);
      expect((await browser.get('/sistema/conversor/v1/api?type=dec2bin&value=5')).json()).toEqual({ result: '101' });
      const token = await app.browser().post('/accounts/api/v1/token/', { username: 'ana', password: PASSWORD });
      const authorization = `Bearer ${token.json<{ access: string }>().access}`;
      const me = await app.browser().graphql('{ me { username } }', {}, { authorization });
      expect(me.json()).toEqual({ data: { me: { username: 'ana' } } });
      await browser.post('/accounts/logout/', { csrfmiddlewaretoken: browser.cookies.get('csrftoken') ?? '' });
      expect((await browser.get('/')).status).toBe(302);
    });
  });
}

describe('SQLite', () => {
  test('every connection is durable, in WAL mode, and never stands still to wait for another writer', async () => {
    const location = await sqlite.locate();
    for (let opening = 0; opening < 2; opening += 1) {
      const { em } = await openTestDatabase(location as NonNullable<typeof location>);
      const read = async (pragma: string) =>
        Object.values((await em.getConnection().execute(`pragma ${pragma}`))[0])[0];
      expect(await read('journal_mode')).toBe('wal');
      // The value 1 means NORMAL, since the service syncs the log itself (wal-sync.test.ts). An in-memory database
      // would use FULL, which is 2.
      expect(await read('synchronous')).toBe(1);
      expect(await read('busy_timeout')).toBe(0);
      expect(await read('foreign_keys')).toBe(1);
    }
  });

  test('nobody else on the machine may look into the folder that is made for it', async () => {
    const location = await sqlite.locate();
    await openTestDatabase(location as NonNullable<typeof location>);
    const folder = location?.kind === 'sqlite' ? location.file.replace(/\/[^/]+$/, '') : '';
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });
});
