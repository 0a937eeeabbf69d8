import { describe, expect, test } from 'vitest';
import { Session } from '../../../../src/features/accounts/sessions/session.entity.js';
import { OidcIdentity } from '../../../../src/features/accounts/users/oidc-identity.entity.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import type { DatabaseLocation } from '../../../../src/settings/settings.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { fillEarlierVersion } from '../../../support/databases/earlier-version.js';

const BEFORE = '035-setup-link';
const AT = new Date('2026-01-02T03:04:05.000Z');

/** Stores an account and its session as the previous version did. */
function fillVersionBefore(location: DatabaseLocation): Promise<void> {
  return fillEarlierVersion(location, BEFORE, async (em) => {
    const at = location.kind === 'sqlite' ? AT.getTime() : AT;
    await em.execute(
      `insert into users (username, username_key, first_name, email, password, date_joined)
        values ('ana', 'ana', 'Ana', 'ana@example.com', 'x', ?)`,
      [at],
    );
    await em.execute(
      `insert into sessions (id, user_id, created_at, expires_at) select 'before', id, date_joined, date_joined from users`,
    );
  });
}

for (const { name, available, locateEmpty } of databaseKinds) {
  describe.runIf(available)(`people of a provider, on ${name}`, () => {
    test('join accounts and sessions of the version before, and leave with their sessions', async () => {
      const location = await locateEmpty();
      await fillVersionBefore(location);
      const { em, migrator } = await openTestDatabase(location);
      const user = await em.fork().findOneOrFail(User, { usernameKey: 'ana' });
      expect(user).toMatchObject({ isBreakGlass: false, dateJoined: AT });
      const person = { user: user.id, issuer: 'https://id.example', subject: '7', name: 'ana', createdAt: AT };
      await em.fork().insert(OidcIdentity, { ...person, hasSecondFactor: true, lastLoginAt: null });
      await expect(em.fork().insert(OidcIdentity, person)).rejects.toThrow();
      await em.fork().insert(OidcIdentity, { ...person, issuer: 'https://other.example' });
      const identity = await em.fork().findOneOrFail(OidcIdentity, { issuer: 'https://id.example' });
      const session = { id: 'later', user: user.id, createdAt: AT, expiresAt: AT, identity: identity.id };
      await em.fork().insert(Session, { ...session, providerSession: 's1' });
      expect(await em.fork().findOneOrFail(Session, 'before')).toMatchObject({
        identity: null,
        hasProviderFactor: false,
      });

      await migrator.down({ to: BEFORE });
      await migrator.up();
      expect((await em.fork().findAll(Session)).map(({ id }) => id)).toEqual(['before']);
      expect(await em.fork().count(OidcIdentity)).toBe(0);
      expect(await em.fork().findOneOrFail(User, { usernameKey: 'ana' })).toMatchObject({ dateJoined: AT });
    });

    test('take their sessions with them', async () => {
      const { em } = await openTestDatabase(await locateEmpty());
      const unit = em.fork();
      const names = { username: 'ana', usernameKey: 'ana', firstName: 'Ana', email: 'ana@example.com' };
      const user = unit.create(User, { ...names, password: 'x', dateJoined: AT });
      const identity = unit.create(OidcIdentity, { user, issuer: 'i', subject: 's', name: '', createdAt: AT });
      unit.create(Session, { id: 'theirs', user, identity, createdAt: AT, expiresAt: AT });
      unit.create(Session, { id: 'own', user, createdAt: AT, expiresAt: AT });
      await unit.flush();
      await em.fork().nativeDelete(OidcIdentity, { subject: 's' });
      expect((await em.fork().findAll(Session)).map(({ id }) => id)).toEqual(['own']);
    });
  });
}
