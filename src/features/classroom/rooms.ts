import type { UnitOfWork } from '../../platform/db/database.js';
import { deleteInSlices } from '../../platform/db/delete-in-slices.js';
import { lockWithin } from '../../platform/db/lock-within.js';
import { isNetworkFull } from '../../shared/addresses/network-places.js';
import { NotFound } from '../../shared/errors/errors.js';
import type { ReportFailure } from '../../shared/errors/report-failure.js';
import type { Viewer } from '../../shared/identity/viewer.js';
import type { Clock } from '../../shared/time/clock.js';
import type { KeptLessons } from './classes/kept-lessons.js';
import type { SchoolClasses } from './classes/school-classes.js';
import { TooManyRooms } from './classroom.errors.js';
import { ROOM_HOURS, ROOMS_FOR_STAFF, ROOMS_MAX, ROOMS_OF_NETWORK, ROOMS_OF_OWNER_MAX } from './classroom-limits.js';
import { ROOMS_LOCK, Room } from './room.entity.js';
import type { TellRoomChanges } from './room-changes.js';
import { newRoomCode, readRoomCode } from './room-code.js';

/** Confirms within a transaction that the caller may still perform the operation. */
export type ConfirmCaller = (unit: UnitOfWork, owner: Viewer) => Promise<void>;

interface RoomsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly confirmCaller: ConfirmCaller;
  /** Returns the ids of those accounts that may log in. */
  readonly activeUsers: (unit: UnitOfWork, ids: readonly number[]) => Promise<ReadonlySet<number>>;
  readonly schoolClasses: Pick<SchoolClasses, 'forRoom'>;
  readonly keptLessons: Pick<KeptLessons, 'keep' | 'prune'>;
  readonly tell: TellRoomChanges;
  readonly report: ReportFailure;
}

const HOUR_MS = 3_600_000;

interface RoomForm {
  readonly allowsGuests: boolean;
  readonly address: string;
  /** Name of the class under which its results are kept when it ends, as typed; null to keep none. */
  readonly keepResultsAs: string | null;
}

/** Opens, finds and closes rooms (contract 15). */
export class Rooms {
  constructor(private readonly deps: RoomsDeps) {}

  /**
   * Opens a room. The last {@link ROOMS_FOR_STAFF} are reserved for staff, whose rooms do not count towards a network's
   * limit.
   *
   * @throws {InvalidFields} naming `keepResultsAs` if it is not the name of a class.
   * @throws {TooManyRooms} if the owner, their network or all users together have reached the limit of open rooms.
   * @throws {TooManyLessons} if the results could not be kept.
   */
  open(owner: Viewer, { allowsGuests, address, keepResultsAs }: RoomForm): Promise<Room> {
    const { em, clock, confirmCaller, schoolClasses } = this.deps;
    return em.fork().transactional(async (unit) => {
      await confirmCaller(unit, owner);
      await lockWithin(unit, ROOMS_LOCK);
      const openedAt = clock.now();
      const open = await unit.find(Room, { closedAt: null, expiresAt: { $gt: openedAt } });
      const own = open.filter(({ ownerId }) => ownerId === owner.userId);
      if (own.length >= ROOMS_OF_OWNER_MAX) throw new TooManyRooms({ owner: ROOMS_OF_OWNER_MAX });
      const openedFrom = owner.isStaff ? '' : address;
      if (open.length >= (owner.isStaff ? ROOMS_MAX : ROOMS_MAX - ROOMS_FOR_STAFF)) throw new TooManyRooms('all');
      const taken = open.flatMap((room) => (room.openedFrom === '' ? [] : [room.openedFrom]));
      if (!owner.isStaff && isNetworkFull(address, taken, ROOMS_OF_NETWORK)) throw new TooManyRooms('network');
      const schoolClass =
        keepResultsAs === null ? null : await schoolClasses.forRoom(unit, owner.userId, keepResultsAs);
      const code = await unusedCode(unit);
      const expiresAt = new Date(openedAt.getTime() + ROOM_HOURS * HOUR_MS);
      const ownerId = owner.userId;
      const room = unit.create(Room, { code, ownerId, allowsGuests, openedAt, openedFrom, expiresAt, schoolClass });
      await unit.persist(room).flush();
      return room;
    });
  }

  /** Closes a room early; its content stays until it expires. @throws {NotFound} */
  async close(owner: Viewer, code: string): Promise<Room> {
    const { em, clock, confirmCaller, tell } = this.deps;
    const closed = await em.fork().transactional(async (unit) => {
      await confirmCaller(unit, owner);
      const { id } = await this.ownWithin(unit, owner.userId, code);
      await this.#end(unit, id, clock.now());
      return this.ownWithin(unit, owner.userId, code);
    });
    tell({ room: closed.id, closed: true });
    return closed;
  }

  /** Closes a room's door to newcomers, or opens it again. @throws {NotFound} */
  async setDoor(owner: Viewer, code: string, isOpen: boolean): Promise<Room> {
    const { em, confirmCaller, tell } = this.deps;
    const changed = await em.fork().transactional(async (unit) => {
      await confirmCaller(unit, owner);
      const room = await this.ownWithin(unit, owner.userId, code);
      room.isDoorOpen = isOpen;
      await unit.flush();
      return room;
    });
    tell({ room: changed.id, places: true });
    return changed;
  }

  /** Returns a person's rooms that have not expired, including closed ones, newest first. */
  async of(userId: number): Promise<Room[]> {
    const { em, clock } = this.deps;
    const where = { ownerId: userId, expiresAt: { $gt: clock.now() } };
    return em.fork().find(Room, where, { orderBy: { id: 'desc' }, limit: LISTED_MAX, populate: ['schoolClass'] });
  }

  /** Returns a person's room that has not expired. @throws {NotFound} */
  async own(userId: number, code: string): Promise<Room> {
    return this.ownWithin(this.deps.em.fork(), userId, code);
  }

  /** Returns a room by its id. @throws {NotFound} if it has been deleted. */
  async withId(id: number): Promise<Room> {
    const room = await this.deps.em.fork().findOne(Room, { id });
    if (!room) throw new NotFound('classroom.noSuchRoom');
    return room;
  }

  /** Like {@link own}, within a unit of work. */
  async ownWithin(unit: UnitOfWork, userId: number, typed: string): Promise<Room> {
    const code = readRoomCode(typed);
    const where = { code: code ?? '', ownerId: userId, expiresAt: { $gt: this.deps.clock.now() } };
    const room = code && (await unit.findOne(Room, where, { populate: ['schoolClass'] }));
    if (!room) throw new NotFound('classroom.noSuchRoom');
    return room;
  }

  /** Returns the open room with a code, given as typed; null if no open room has it. */
  async withCode(unit: UnitOfWork, typed: string): Promise<Room | null> {
    const code = readRoomCode(typed);
    if (code === undefined) return null;
    return unit.findOne(Room, { code, closedAt: null, expiresAt: { $gt: this.deps.clock.now() } });
  }

  /** Closes the rooms of accounts that may no longer log in. @returns the ids of the rooms that remain open. */
  async closeAbandoned(): Promise<ReadonlySet<number>> {
    const { em, clock, activeUsers, tell } = this.deps;
    const unit = em.fork();
    const open = await unit.find(Room, { closedAt: null, expiresAt: { $gt: clock.now() } });
    if (open.length === 0) return new Set();
    const active = await activeUsers(unit, [...new Set(open.map(({ ownerId }) => ownerId))]);
    for (const { id, ownerId } of open) {
      if (!active.has(ownerId) && (await this.#tryToEnd(id, clock.now()))) tell({ room: id, closed: true });
    }
    return new Set(open.filter(({ ownerId }) => active.has(ownerId)).map(({ id }) => id));
  }

  /**
   * Keeps the results of expired rooms if they are to be kept, then deletes those rooms in batches, content first.
   * A room whose results could not be kept stays for the next time.
   */
  async prune(): Promise<void> {
    const { em, clock, keptLessons } = this.deps;
    const now = clock.now();
    const ended = { expiresAt: { $lte: now }, closedAt: null, schoolClass: { $ne: null } };
    for (const { id, expiresAt } of await em.fork().find(Room, ended)) {
      await this.#tryToEnd(id, expiresAt);
    }
    const values = [now];
    const over = 'expires_at <= ? and (closed_at is not null or school_class_id is null)';
    const ofRoom = `room_id in (select id from rooms where ${over})`;
    const exercises = `select id from room_exercises where ${ofRoom}`;
    await deleteInSlices(this.deps, { table: 'room_answers', where: `exercise_id in (${exercises})`, values });
    for (const table of ['room_exercises', 'room_participants']) {
      await deleteInSlices(this.deps, { table, where: ofRoom, values });
    }
    await deleteInSlices(this.deps, { table: 'rooms', where: over, values });
    await keptLessons.prune();
  }

  /** Closes a room; if that fails, the others need not wait for it. @returns whether it is closed. */
  async #tryToEnd(id: number, at: Date): Promise<boolean> {
    const { em, report } = this.deps;
    try {
      await em.fork().transactional((unit) => this.#end(unit, id, at));
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  }

  /** Closes a room within a transaction and keeps its results if they are to be kept; does nothing if it is closed. */
  async #end(unit: UnitOfWork, id: number, at: Date): Promise<void> {
    // The statement lets one of several simultaneous calls, at any node, keep the results.
    const isEnding = (await unit.nativeUpdate(Room, { id, closedAt: null }, { closedAt: at })) > 0;
    if (isEnding) await this.deps.keptLessons.keep(unit, await unit.findOneOrFail(Room, { id }, { refresh: true }));
  }
}

/** Maximum number of rooms listed for a person. */
const LISTED_MAX = 50;

async function unusedCode(unit: UnitOfWork): Promise<string> {
  for (;;) {
    const code = newRoomCode();
    if ((await unit.count(Room, { code })) === 0) return code;
  }
}
