import { describe, expect, test } from 'vitest';
import { PasswordHasher } from '../../../src/accounts/authentication/password-hasher.js';
import { COMMAND_LINE } from '../../../src/audit/origin.js';
import { codeOf } from '../../support/administration.js';
import { allRows } from '../../support/all-rows.js';
import type { Browser } from '../../support/browser.js';
import { createTestApp, PASSWORD, type TestApp } from '../../support/test-app.js';

const NEW_PASSWORD = 'another horse 8';

const ACTS = {
  createUser: `createUser(input: {
    username: "made", email: "x@example.com", firstName: "X",
    password1: "${NEW_PASSWORD}", password2: "${NEW_PASSWORD}", isStaff: true
  }, ownPassword: "${PASSWORD}") { username }`,
  setUserPassword: `setUserPassword(username: "ana", password: "${NEW_PASSWORD}") { username }`,
  changePassword: `changePassword(input: {
    oldPassword: "${PASSWORD}", newPassword1: "${NEW_PASSWORD}", newPassword2: "${NEW_PASSWORD}"
  })`,
};

/** Lets nobody's password be hashed until it is told to. */
class HeldHasher extends PasswordHasher {
  readonly reached = Promise.withResolvers<void>();
  readonly released = Promise.withResolvers<void>();
  isHeld = false;

  override async hash(...job: Parameters<PasswordHasher['hash']>): Promise<string> {
    if (this.isHeld) {
      this.reached.resolve();
      await this.released.promise;
    }
    return super.hash(...job);
  }
}

describe('an act that waits for a password to be hashed (promise 41)', () => {
  const ENDS = {
    deactivated: (app: TestApp) => app.services.accountStatus.deactivate('eva', COMMAND_LINE),
    demoted: (app: TestApp) => app.services.accountStatus.setStaff('eva', false, COMMAND_LINE),
    'signed out by the staff': (app: TestApp) => app.services.accountChanges.endSessions('eva', COMMAND_LINE),
    'given another password': (app: TestApp) =>
      app.services.accountChanges.setPassword('eva', NEW_PASSWORD, COMMAND_LINE),
    'logged out': (_app: TestApp, eva: Browser) =>
      eva.post('/accounts/logout/', { csrfmiddlewaretoken: eva.cookies.get('csrftoken') ?? '' }),
  } as const;
  const cases = Object.keys(ACTS).flatMap((act) =>
    Object.keys(ENDS).flatMap((end) => (act === 'changePassword' && end === 'demoted' ? [] : [[act, end]])),
  );

  test.each(cases as [keyof typeof ACTS, keyof typeof ENDS][])(
    '%s by somebody who is %s meanwhile',
    async (act, end) => {
      const hasher = new HeldHasher(10);
      const app = await createTestApp({ hasher });
      await app.createUser('ana');
      await app.loginAs('chefe', { isStaff: true });
      const eva = await app.loginAs('eva', { isStaff: true });
      hasher.isHeld = true;
      const asked = codeOf(eva, `mutation { ${ACTS[act]} deactivateUser(username: "ana") { username } }`);
      await Promise.race([hasher.reached.promise, asked]);
      hasher.isHeld = false;
      await ENDS[end](app, eva);
      const before = await allRows(app.database.em.fork());
      hasher.released.resolve();
      expect(await asked).toBe(end === 'demoted' ? 'FORBIDDEN' : 'UNAUTHENTICATED');
      expect(await allRows(app.database.em.fork())).toBe(before);
    },
  );
});
