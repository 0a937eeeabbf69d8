import { describe, expect, test } from 'vitest';
import { Lesson } from '../../../../src/features/classroom/classes/lesson.entity.js';
import { LessonResult } from '../../../../src/features/classroom/classes/lesson-result.entity.js';
import { SchoolClass } from '../../../../src/features/classroom/classes/school-class.entity.js';
import { RoomParticipant } from '../../../../src/features/classroom/participants/room-participant.entity.js';
import { Room } from '../../../../src/features/classroom/room.entity.js';
import type { DatabaseLocation } from '../../../../src/settings/settings.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { fillEarlierVersion } from '../../../support/databases/earlier-version.js';

const BEFORE = '039-oidc-identities';
const AT = new Date('2026-01-02T03:04:05.000Z');

/** Stores a room and its participant as the previous version did. */
function fillVersionBefore(location: DatabaseLocation): Promise<void> {
  return fillEarlierVersion(location, BEFORE, async (em) => {
    const at = location.kind === 'sqlite' ? AT.getTime() : AT;
    const values = [at, at];
    await em.execute("insert into rooms (code, owner_id, opened_at, expires_at) values ('ABCDEF', 1, ?, ?)", values);
    await em.execute(
      "insert into room_participants (room_id, nickname, nickname_key, joined_at) select id, 'Bia', 'bia', opened_at from rooms",
    );
  });
}

describe.each(databaseKinds.filter(({ available }) => available))('migration 041 on $name', (kind) => {
  test('keeps rooms, whose results are not kept, and participants', async () => {
    const location = await kind.locateEmpty();
    await fillVersionBefore(location);
    const { em, migrator } = await openTestDatabase(location);
    const rooms = () => em.fork().findAll(Room, { populate: ['schoolClass'] });
    expect(await rooms()).toMatchObject([{ code: 'ABCDEF', openedAt: AT, schoolClass: null }]);
    const unit = em.fork();
    const schoolClass = unit.create(SchoolClass, { ownerId: 1, name: '1B', nameKey: '1b' });
    const [room] = await unit.findAll(Room);
    if (room) room.schoolClass = schoolClass;
    const lesson = unit.create(Lesson, { schoolClass, roomId: 9, heldAt: AT, exercises: 1, kinds: 'ADDITION' });
    unit.persist(unit.create(LessonResult, { lesson, nickname: 'Bia', nicknameKey: 'bia', answered: 1, solved: 1 }));
    await unit.flush();

    await migrator.down({ to: BEFORE });
    await migrator.up();
    expect(await rooms()).toMatchObject([{ code: 'ABCDEF', openedAt: AT, schoolClass: null }]);
    expect(await em.fork().findAll(RoomParticipant)).toMatchObject([{ nickname: 'Bia', joinedAt: AT }]);
    expect(await em.fork().count(SchoolClass)).toBe(0);
  });
});
