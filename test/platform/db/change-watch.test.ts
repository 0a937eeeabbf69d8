import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { watchChanges } from '../../../src/platform/db/change-watch.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

test('a commit of another process is seen in the next turn of the event loop, whose requests have one answer', async () => {
  const location = { kind: 'sqlite', file: join(temporaryFolder(), 'vigia.sqlite') } as const;
  const database = await openTestDatabase(location);
  const watch = watchChanges(database, location, { subscribe: () => {}, onGap: () => {}, isCurrent: true });
  const versions = () => [watch.version('accounts'), watch.version('terms')];
  const other = new SqliteDatabase(location.file);
  onTestFinished(() => void other.close());
  await setImmediate();
  const [accounts = Number.NaN, terms = Number.NaN] = versions();
  other.exec(`insert into users (username, username_key, first_name, email, password, is_staff, date_joined)
    values ('eva', 'eva', 'Eva', 'e@example.com', '', 1, 0)`);
  expect(versions()).toEqual([accounts, terms]);
  await setImmediate();
  expect(versions()).toEqual([accounts + 1, terms + 1]);
  await setImmediate();
  expect(versions()).toEqual([accounts + 1, terms + 1]);

  // Changes committed by this process itself are visible immediately.
  watch.noteChange('terms');
  expect(versions()).toEqual([accounts + 1, terms + 2]);
});
