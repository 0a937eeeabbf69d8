import type { PersonalRecords } from '../../platform/audit/personal-records.js';
import { Lesson } from './classes/lesson.entity.js';
import { LessonResult } from './classes/lesson-result.entity.js';
import { SchoolClass } from './classes/school-class.entity.js';
import { RoomAnswer } from './exercises/room-answer.entity.js';
import { RoomParticipant } from './participants/room-participant.entity.js';
import { Room } from './room.entity.js';

/** Maximum number of rows per table in an export; only the newest are included. */
const EXPORTED_MAX = 1000;

/**
 * The classroom's data about a person: the rooms they opened, and what they did in other people's rooms. Rooms come
 * first, since the results of one that is just ending are kept before its deletion, and are then found.
 */
export const classroomRecords: readonly PersonalRecords[] = [
  {
    name: 'rooms',
    read: async (unit, { userId: ownerId }) => {
      const rooms = await unit.find(Room, { ownerId }, { orderBy: { id: 'desc' }, limit: EXPORTED_MAX });
      return rooms.map(({ code, openedAt, expiresAt, closedAt }) => ({ code, openedAt, expiresAt, closedAt }));
    },
    // Deletes everything others did there too, since a room without its teacher is of no use.
    forget: (unit, { userId: ownerId }) => unit.nativeDelete(Room, { ownerId }),
  },
  {
    name: 'joinedRooms',
    read: async (unit, { userId }) => {
      const options = { populate: ['room'], orderBy: { id: 'desc' }, limit: EXPORTED_MAX } as const;
      const joined = await unit.find(RoomParticipant, { userId }, options);
      const answers = await unit.find(
        RoomAnswer,
        { participant: { userId } },
        { populate: ['exercise'], orderBy: { id: 'desc' }, limit: EXPORTED_MAX },
      );
      return joined.map(({ id, room, nickname, joinedAt }) => ({
        code: room.code,
        nickname,
        joinedAt,
        answers: answers
          .filter(({ participant }) => participant.id === id)
          .map(({ exercise, answer, isCorrect, tries, answeredAt }) => ({
            exercise: exercise.number,
            answer,
            isCorrect,
            tries,
            answeredAt,
          })),
      }));
    },
    forget: (unit, { userId }) => unit.nativeDelete(RoomParticipant, { userId }),
  },
  {
    name: 'lessons',
    read: async (unit, { userId: ownerId }) => {
      const options = { populate: ['schoolClass'], orderBy: { id: 'desc' }, limit: EXPORTED_MAX } as const;
      const lessons = await unit.find(Lesson, { schoolClass: { ownerId } }, options);
      return lessons.map(({ schoolClass, heldAt, exercises }) => ({ class: schoolClass.name, heldAt, exercises }));
    },
    // Deletes the results of others too, which were kept for this teacher.
    forget: (unit, { userId: ownerId }) => unit.nativeDelete(SchoolClass, { ownerId }),
  },
  {
    name: 'lessonResults',
    read: async (unit, { userId }) => {
      const options = { populate: ['lesson'], orderBy: { id: 'desc' }, limit: EXPORTED_MAX } as const;
      const results = await unit.find(LessonResult, { userId }, options);
      return results.map(({ lesson: { heldAt, exercises }, nickname, answered, solved }) => ({
        heldAt,
        nickname,
        exercises,
        answered,
        solved,
      }));
    },
    forget: (unit, { userId }) => unit.nativeDelete(LessonResult, { userId }),
  },
];
