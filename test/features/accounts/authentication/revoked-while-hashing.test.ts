import { describe, expect, test } from 'vitest';
import { PasswordHasher } from '../../../../src/features/accounts/credentials/password-hasher.js';
import { COMMAND_LINE } from '../../../../src/platform/audit/origin.js';
import { codeOf } from '../../../support/administration.js';
import { allRows } from '../../../support/databases/all-rows.js';
import type { Browser } from '../../../support/http/browser.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

const NEW_PASSWORD = 'another horse 8';

const MUTATIONS = {
  createUser: `createUser(input: {
    username: "made", email: "x@example.com", firstName: "X",
    password1: "${NEW_PASSWORD}", password2: "${NEW_PASSWORD}", isStaff: true
  }) { username }`,
  setUserPassword: `setUserPassword(username: "ana", password: "${NEW_PASSWORD}") { username }`,
  changePassword: `changePassword(input: {
    oldPassword: "${PASSWORD}", newPassword1: "${NEW_PASSWORD}", newPassword2: "${NEW_PASSWORD}"
  })`,
};

/** Pauses all hashing until released. */
class PausedHasher extends PasswordHasher {
  readonly reached = Promise.withResolvers<void>();
  readonly released = Promise.withResolvers<void>();
  isPaused = false;

  override async hash(...job: Parameters<PasswordHasher['hash']>): Promise<string> {
    if (this.isPaused) {
      this.reached.resolve();
      await this.released.promise;
    }
    return super.hash(...job);
  }
}

describe('an operation that waits for a password to be hashed (promise 41)', () => {
  const ENDS = {
    deactivated: (app: TestApp) => app.services.accountStatus.deactivate('eva', COMMAND_LINE),
    demoted: (app: TestApp) => app.services.accountStatus.setStaff('eva', false, COMMAND_LINE),
    'signed out by the staff': (app: TestApp) => app.services.accountChanges.endSessions('eva', COMMAND_LINE),
    'given another password': (app: TestApp) =>
      app.services.accountChanges.setPassword('eva', NEW_PASSWORD, COMMAND_LINE),
    'logged out': (_app: TestApp, eva: Browser) =>
      eva.post('/accounts/logout/', { csrfmiddlewaretoken: eva.cookies.get('csrftoken') ?? '' }),
  } as const;
  const cases = Object.keys(MUTATIONS).flatMap((mutation) =>
    Object.keys(ENDS).flatMap((end) => (mutation === 'changePassword' && end === 'demoted' ? [] : [[mutation, end]])),
  );

  test.each(cases as [keyof typeof MUTATIONS, keyof typeof ENDS][])(
    '%s by somebody who is %s meanwhile',
    async (mutation, end) => {
      const hasher = new PausedHasher(10);
      const app = await createTestApp({ hasher });
      await app.createUser('ana');
      await app.loginAs('chefe', { isStaff: true });
      const eva = await app.loginAs('eva', { isStaff: true });
      hasher.isPaused = true;
      const answer = codeOf(eva, `mutation { ${MUTATIONS[mutation]} deactivateUser(username: "ana") { username } }`);
      await Promise.race([hasher.reached.promise, answer]);
      hasher.isPaused = false;
      await ENDS[end](app, eva);
      const before = await allRows(app.database.em.fork());
      hasher.released.resolve();
      expect(await answer).toBe(end === 'demoted' ? 'FORBIDDEN' : 'UNAUTHENTICATED');
      expect(await allRows(app.database.em.fork())).toBe(before);
    },
  );
});
