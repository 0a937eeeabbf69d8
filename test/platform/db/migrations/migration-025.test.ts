import type { SqlEntityManager } from '@mikro-orm/sqlite';
import { MikroORM } from '@mikro-orm/sqlite';
import { describe, expect, test } from 'vitest';
import { entities } from '../../../../src/app/entities.js';
import { DeletedAccount } from '../../../../src/features/accounts/own-data/deleted-account.entity.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { RoomParticipant } from '../../../../src/features/classroom/participants/room-participant.entity.js';
import { Room } from '../../../../src/features/classroom/room.entity.js';
import { databaseOptions } from '../../../../src/platform/db/database.js';
import { computeLookalikes } from '../../../../src/shared/identity/lookalikes.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';

const BEFORE = '023-large-tables';

/** More accounts than a single batch reads. */
const ACCOUNTS = 501;

describe.each(databaseKinds.filter(({ available }) => available))('migration 025 on $name', (kind) => {
  test('keeps accounts, rooms and who is in them; names get what they look like, deleted accounts lose theirs', async () => {
    const location = await kind.locateEmpty();
    const orm = await MikroORM.init({ ...(await databaseOptions(location, entities)), logger: () => {} });
    await orm.migrator.up({ to: BEFORE });
    const em = orm.em.fork() as SqlEntityManager;
    const [now, later] = [new Date(), new Date(Date.now() + 3_600_000)];
    const columns = 'username, username_key, first_name, email, password, date_joined';
    for (let count = 1; count < ACCOUNTS; count += 1) {
      const values = [`ana${count}`, `ana${count}`, 'Ana', 'ana@example.com', 'x', now];
      await em.execute(`insert into users (${columns}) values (?, ?, ?, ?, ?, ?)`, values);
    }
    // Both accounts were allowed before, so both stay.
    await em.execute(`insert into users (${columns}) values (?, ?, ?, ?, ?, ?)`, [
      '\u0430na1',
      '\u0430na1',
      'Ana',
      'x@example.com',
      'x',
      now,
    ]);
    await em.execute('insert into rooms (code, owner_id, opened_at, expires_at) values (?, 1, ?, ?)', [
      'ABCDEF',
      now,
      later,
    ]);
    await em.execute(
      "insert into room_participants (room_id, nickname, nickname_key, joined_at) values (1, 'Bia', 'bia', ?)",
      [now],
    );
    await em.execute("insert into deleted_accounts values (7, 'rui', 'deleted-1', ?)", [now]);
    await orm.close(true);

    const database = await openTestDatabase(location);
    const unit = database.em.fork();
    const users = await unit.find(User, {}, { orderBy: { id: 'asc' } });
    expect(users).toHaveLength(ACCOUNTS);
    for (const user of [users[0], users.at(-1)]) expect(user).toMatchObject(computeLookalikes(user?.username ?? ''));
    expect(users[0]?.skeletonHash).toBe(users.at(-1)?.skeletonHash);
    expect(await unit.find(Room, {})).toMatchObject([{ code: 'ABCDEF', isDoorOpen: true, openedFrom: '' }]);
    expect(await unit.find(RoomParticipant, {})).toMatchObject([{ nickname: 'Bia', joinedFrom: '' }]);
    expect(await unit.find(DeletedAccount, {})).toMatchObject([
      { userId: 7, pseudonym: 'deleted-1', nameHash: null, isTrailDone: false },
    ]);
    await database.close();
  });
});
