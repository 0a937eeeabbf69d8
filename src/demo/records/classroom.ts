import { Lesson } from '../../features/classroom/classes/lesson.entity.js';
import { LessonResult } from '../../features/classroom/classes/lesson-result.entity.js';
import { SchoolClass } from '../../features/classroom/classes/school-class.entity.js';
import { RoomAnswer } from '../../features/classroom/exercises/room-answer.entity.js';
import { RoomExercise } from '../../features/classroom/exercises/room-exercise.entity.js';
import { nicknameKey } from '../../features/classroom/participants/nickname.js';
import { RoomParticipant } from '../../features/classroom/participants/room-participant.entity.js';
import { Room } from '../../features/classroom/room.entity.js';
import { exerciseAt, gradeAnswer } from '../../features/conversion/rules/exercises/exercise.js';
import type { UnitOfWork } from '../../platform/db/database.js';
import { DAY_MS, MINUTE_MS } from '../machines/curves.js';

/** The code of the class, in the alphabet of codes. */
const ROOM_CODE = 'AULA24';

/** Rooms last a day; that of the demonstration lasts as long as it may run. */
const OPEN_DAYS = 365;

const pupils = ['Bruno', 'Camila', 'Diego', 'Inês', 'Lucía', 'Marta', 'Otávio', 'Sofia'];

/** The exercises that were sent, with the answers that were given; each pupil by the position in the list. */
const sent = [
  { kind: 'DECIMAL_TO_BASE', level: 1, seed: 'vigia', position: 1, wrong: [2], late: [] },
  { kind: 'TWOS_COMPLEMENT', level: 1, seed: 'vigia', position: 2, wrong: [1, 4, 5], late: [] },
  { kind: 'BASE_TO_DECIMAL', level: 1, seed: 'vigia', position: 3, wrong: [0, 3], late: [6, 7] },
] as const;

/** The class's earlier lessons, the newest first; of each pupil the exercises solved, null if they were absent. */
const earlier = [
  { exercises: 5, kinds: 'BASE_TO_DECIMAL', solved: [4, 5, 3, 5, 4, 2, null, 5] },
  { exercises: 6, kinds: 'DECIMAL_TO_BASE BASE_TO_DECIMAL', solved: [5, 6, 2, 6, 4, 3, 5, 6] },
  { exercises: 4, kinds: 'DECIMAL_TO_BASE', solved: [2, 4, null, 3, 3, 1, 4, 4] },
] as const;

interface ClassOptions {
  readonly nowMs: number;
  readonly ownerId: number;
}

/** Writes a class with eight pupils in the middle of a lesson, and the results of the weeks before. */
export async function writeClass(unit: UnitOfWork, options: ClassOptions): Promise<void> {
  await writeRoom(unit, options);
  await writeLessons(unit, options);
}

async function writeLessons(unit: UnitOfWork, { nowMs, ownerId }: ClassOptions): Promise<void> {
  const schoolClass = unit.create(SchoolClass, { ownerId, name: '1º ano B', nameKey: nicknameKey('1º ano B') });
  for (const [index, { exercises, kinds, solved }] of earlier.entries()) {
    const heldAt = new Date(nowMs - 7 * (index + 1) * DAY_MS);
    // Rooms have other ids.
    const lesson = unit.create(Lesson, { schoolClass, roomId: -1 - index, heldAt, exercises, kinds });
    unit.persist(lesson);
    for (const [pupil, nickname] of pupils.entries()) {
      const count = solved[pupil] ?? null;
      if (count === null) continue;
      const counts = { solved: count, answered: Math.min(count + 1, exercises) };
      unit.persist(unit.create(LessonResult, { lesson, nickname, nicknameKey: nicknameKey(nickname), ...counts }));
    }
  }
  await unit.flush();
}

async function writeRoom(unit: UnitOfWork, { nowMs, ownerId }: ClassOptions): Promise<void> {
  const at = (agoMinutes: number) => new Date(nowMs - agoMinutes * MINUTE_MS);
  const room = unit.create(Room, {
    code: ROOM_CODE,
    ownerId,
    openedAt: at(35),
    expiresAt: new Date(nowMs + OPEN_DAYS * DAY_MS),
  });
  const participants = pupils.map((nickname, index) =>
    unit.create(RoomParticipant, {
      room,
      nickname,
      nicknameKey: nicknameKey(nickname),
      secretHash: String(index).padStart(64, '0'),
      joinedAt: at(34 - index),
      joinedFrom: '192.0.2.40',
    }),
  );
  unit.persist([room, ...participants]);
  for (const [index, { wrong, late, ...drawn }] of sent.entries()) {
    const sentMinutes = 24 - 9 * index;
    const exercise = unit.create(RoomExercise, { ...drawn, room, number: index + 1, sentAt: at(sentMinutes) });
    unit.persist(exercise);
    const task = exerciseAt(drawn, drawn.position);
    if (!task) throw new Error(`There is no exercise ${drawn.position} of ${drawn.kind}`);
    for (const [pupil, participant] of participants.entries()) {
      if (isAmong(late, pupil)) continue;
      const answer = isAmong(wrong, pupil) ? wrongAnswer(task.solution) : task.solution;
      const { isCorrect, mistake } = gradeAnswer(task, answer);
      const given = { answer, isCorrect, mistake: mistake && JSON.stringify(mistake) };
      const answeredAt = at(sentMinutes - 1 - pupil * 0.6);
      unit.persist(unit.create(RoomAnswer, { ...given, exercise, participant, tries: 1, answeredAt }));
    }
  }
  await unit.flush();
}

function isAmong(positions: readonly number[], position: number): boolean {
  return positions.includes(position);
}

/** Reads the solution from right to left, as pupils who order the remainders the wrong way round do. */
function wrongAnswer(solution: string): string {
  const reversed = [...solution].reverse().join('');
  return reversed === solution ? `${solution.slice(0, -1)}${solution.endsWith('1') ? '0' : '1'}` : reversed;
}
