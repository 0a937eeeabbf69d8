import { describe, expect, test } from 'vitest';
import { RoomExercise } from '../../../../src/features/classroom/exercises/room-exercise.entity.js';
import { Room } from '../../../../src/features/classroom/room.entity.js';
import type { DatabaseLocation } from '../../../../src/settings/settings.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { fillEarlierVersion } from '../../../support/databases/earlier-version.js';

const BEFORE = '039-oidc-identities';
const AT = new Date('2026-01-02T03:04:05.000Z');

/** Stores a room with an exercise as the previous version did. */
function fillVersionBefore(location: DatabaseLocation): Promise<void> {
  return fillEarlierVersion(location, BEFORE, async (em) => {
    const at = location.kind === 'sqlite' ? AT.getTime() : AT;
    await em.execute(`insert into rooms (code, owner_id, opened_at, expires_at) values ('ABCDEF', 1, ?, ?)`, [at, at]);
    await em.execute(
      `insert into room_exercises (room_id, number, kind, level, seed, position, sent_at)
        select id, 1, 'ADDITION', 2, 'turma-b', 3, opened_at from rooms`,
    );
  });
}

for (const { name, available, locateEmpty } of databaseKinds) {
  describe.runIf(available)(`exercises of rooms, on ${name}`, () => {
    test('of the version before are of the first version, and those of another one do not outlive it', async () => {
      const location = await locateEmpty();
      await fillVersionBefore(location);
      const { em, migrator } = await openTestDatabase(location);
      const before = { seed: 'turma-b', position: 3, version: 1, notation: null, sentAt: AT };
      expect(await em.fork().findAll(RoomExercise)).toMatchObject([before]);
      const room = await em.fork().findOneOrFail(Room, { code: 'ABCDEF' });
      const sheet = { kind: 'IMPLICATION', level: 1, seed: 'new', position: 1, notation: 'MATHEMATICS' } as const;
      await em.fork().insert(RoomExercise, { ...sheet, room: room.id, number: 2, version: 2, sentAt: AT });
      await migrator.down({ to: BEFORE });
      await migrator.up();
      expect(await em.fork().findAll(RoomExercise)).toMatchObject([before]);
      expect(await em.fork().findOneOrFail(Room, { code: 'ABCDEF' })).toMatchObject({ closedAt: AT });
    });
  });
}
