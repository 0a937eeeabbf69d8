import SqliteDatabase from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { createTestApp } from './support/test-app.js';

/** What the service looks for again and again, by what its statements have in them. */
const LOOKS = {
  'rooms that are over': 'from rooms',
  'messages of browsers': "from outbox_messages where state = 'waiting' and lane = 'push'",
  'messages of channels': "from outbox_messages where state = 'waiting' and lane = 'http'",
  'items for channels': 'from outbox_items',
  'rows of other hosts': 'then newest end as newest',
};

test('a service that has nothing to do looks for work once after what it writes each minute (decision 080)', async () => {
  const app = await createTestApp();
  const pass = async () => {
    for (let passed = 0; passed < 120; passed += 5) await app.advance({ seconds: 5 });
  };
  await pass();
  const statements = listStatements();
  await pass();
  for (const [name, part] of Object.entries(LOOKS)) {
    const looks = statements.filter((sql) => sql.includes(part)).length;
    // Each look alone would be 12 or 24.
    expect(looks, name).toBeGreaterThanOrEqual(2);
    expect(looks, name).toBeLessThanOrEqual(4);
  }
});

/** The statements that this process runs from now on. */
function listStatements(): readonly string[] {
  const database = new SqliteDatabase(':memory:');
  const prototype = Object.getPrototypeOf(database.prepare('select 1'));
  database.close();
  const statements: string[] = [];
  for (const name of ['all', 'run', 'get', 'iterate']) {
    const original = prototype[name];
    vi.spyOn(prototype, name).mockImplementation(function (this: { readonly source: string }, ...values: unknown[]) {
      statements.push(this.source);
      return original.apply(this, values);
    });
  }
  return statements;
}
