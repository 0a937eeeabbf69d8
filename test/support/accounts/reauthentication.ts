import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { type Answer, Browser } from '../http/browser.js';
import { PASSWORD, type TestApp } from '../test-app.js';

const REAUTHENTICATE = `mutation ($password: String, $otp: String) {
  reauthenticate(password: $password, otp: $otp) { until }
}`;

/** Lets time pass until no earlier login is recent enough for sensitive actions. */
export async function letLoginsAge(app: Pick<TestApp, 'sleep'>): Promise<void> {
  await app.sleep({ minutes: 15 });
}

/** Reauthenticates with the password shared by all test accounts, or with another proof. */
export function reauthenticate(caller: Browser, proof: object = { password: PASSWORD }): Promise<Answer> {
  return caller.graphql(REAUTHENTICATE, proof);
}

/** Returns a script for the same login with a new access token, since the old one expires after ten minutes. */
export async function refreshed(app: TestApp, { refresh }: { readonly refresh: string }): Promise<Browser> {
  const answer = await app.browser().graphql(`mutation { refreshToken(refresh: "${refresh}") { access } }`);
  const { data } = answer.json<{ data: { refreshToken: { access: string } } }>();
  return new Browser(app.baseUrl, { authorization: `Bearer ${data.refreshToken.access}` });
}

/** Ages the logins of a running service's sessions, since its clock cannot be moved. */
export function ageSessions(dataDir: string): void {
  const database = new SqliteDatabase(join(dataDir, 'vigia.sqlite'));
  database.exec('update sessions set created_at = created_at - 900000, authenticated_at = null');
  database.close();
}
