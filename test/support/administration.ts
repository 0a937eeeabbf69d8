import { AuthenticationEvent } from '../../src/platform/audit/audit-event.entity.js';
import { type DatabaseKind, openTestDatabase } from './databases/databases.js';
import type { Browser } from './http/browser.js';
import { createTestApp, type TestApp, type TestAppOptions } from './test-app.js';

/** Starts a service on a kind of database, with a signed-in staff member. */
export async function startWithStaff({ locate }: DatabaseKind, options: TestAppOptions = {}) {
  const location = await locate();
  const url = location.kind === 'sqlite' ? `sqlite:${location.file}` : location.url;
  const environment = { DATABASE_URL: url, ...options.environment };
  const app = await createTestApp({ database: await openTestDatabase(location), ...options, environment });
  return { app, location, staff: await app.loginAs('chefe', { isStaff: true, firstName: 'Chefe' }) };
}

/** Runs an operation and returns its data. @throws if the answer has errors. */
export async function dataOf<T>(caller: Browser, query: string, variables: object = {}): Promise<T> {
  const answer = (await caller.graphql(query, variables)).json<{ data: T; errors?: unknown }>();
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  return answer.data;
}

/** Runs an operation and returns the code of its first error. */
export async function codeOf(caller: Browser, query: string, variables: object = {}): Promise<string | undefined> {
  const answer = (await caller.graphql(query, variables)).json<{ errors?: { extensions: { code: string } }[] }>();
  return answer.errors?.[0]?.extensions.code;
}

/** Returns all events that have an actor, oldest first, each as `actor event username before after`. */
export async function audited(app: TestApp): Promise<string[]> {
  const events = await app.database.em
    .fork()
    .find(AuthenticationEvent, { actor: { $ne: '' } }, { orderBy: { id: 'asc' } });
  return events.map(({ actor, event, username, before, after }) => [actor, event, username, before, after].join(' '));
}
