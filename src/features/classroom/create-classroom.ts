import type { UnitOfWork } from '../../platform/db/database.js';
import type { NodeEvents } from '../../platform/nodes/node-events.js';
import type { ReportFailure } from '../../shared/errors/report-failure.js';
import type { RateLimits } from '../../shared/rate-limits/rate-limits.js';
import type { Clock } from '../../shared/time/clock.js';
import { KeptLessons } from './classes/kept-lessons.js';
import { SchoolClasses } from './classes/school-classes.js';
import { RoomAnswers } from './exercises/room-answers.js';
import { RoomExercises } from './exercises/room-exercises.js';
import { GuestSecrets } from './participants/guest-secrets.js';
import { Participants } from './participants/participants.js';
import type { TellRoomChanges } from './room-changes.js';
import { RoomCsv } from './room-csv.js';
import { type ConfirmCaller, Rooms } from './rooms.js';
import { LiveRooms } from './subscriptions/live-rooms.js';

interface CreateClassroomDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly secretKey: string;
  readonly events: NodeEvents;
  readonly rateLimits: RateLimits;
  readonly confirmCaller: ConfirmCaller;
  readonly activeUsers: (unit: UnitOfWork, ids: readonly number[]) => Promise<ReadonlySet<number>>;
  readonly report: ReportFailure;
}

/** Builds all classroom services. */
export function createClassroom({ secretKey, ...deps }: CreateClassroomDeps) {
  const tell: TellRoomChanges = (changes) => liveRooms.tell(changes);
  const guestSecrets = new GuestSecrets(secretKey);
  const schoolClasses = new SchoolClasses(deps);
  const keptLessons = new KeptLessons(deps);
  const rooms = new Rooms({ ...deps, schoolClasses, keptLessons, tell });
  const dropResults: KeptLessons['drop'] = (...results) => keptLessons.drop(...results);
  const participants = new Participants({ ...deps, rooms, dropResults, guestSecrets, tell });
  const roomExercises = new RoomExercises({ ...deps, rooms, tell });
  const roomAnswers = new RoomAnswers({ ...deps, roomExercises, tell });
  const liveRooms = new LiveRooms({ ...deps, rooms, participants, roomExercises, roomAnswers });
  const roomCsv = new RoomCsv({ participants, roomExercises, roomAnswers });
  return { guestSecrets, schoolClasses, rooms, participants, roomExercises, roomAnswers, liveRooms, roomCsv };
}
