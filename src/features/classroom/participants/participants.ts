import type { UnitOfWork } from '../../../platform/db/database.js';
import { lockWithin } from '../../../platform/db/lock-within.js';
import { queryRows } from '../../../platform/db/query-rows.js';
import { fullNetworks, isNetworkFull } from '../../../shared/addresses/network-places.js';
import { InvalidFields, NotFound } from '../../../shared/errors/errors.js';
import type { Guest } from '../../../shared/identity/guest.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import { networkAllowances } from '../../../shared/rate-limits/network-limits.js';
import { takeAll } from '../../../shared/rate-limits/quota.js';
import type { RateLimits } from '../../../shared/rate-limits/rate-limits.js';
import type { Clock } from '../../../shared/time/clock.js';
import { AccountNeeded, DoorClosed, NetworkFull, RoomFull } from '../classroom.errors.js';
import { GUESTS_OF_NETWORK, JOINS, PARTICIPANTS_MAX } from '../classroom-limits.js';
import { Room } from '../room.entity.js';
import type { TellRoomChanges } from '../room-changes.js';
import { readRoomCode } from '../room-code.js';
import type { ConfirmCaller, Rooms } from '../rooms.js';
import { CodeGuesses } from './code-guesses.js';
import { type GuestSecrets, hashOfSecret } from './guest-secrets.js';
import { nicknameKey, readNickname } from './nickname.js';
import { RoomParticipant } from './room-participant.entity.js';

interface ParticipantsDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly rooms: Rooms;
  /** Deletes the kept results of participants of a room, by the compared forms of their nicknames. */
  readonly dropResults: (unit: UnitOfWork, room: Room, nicknameKeys: readonly string[]) => Promise<void>;
  readonly guestSecrets: GuestSecrets;
  readonly rateLimits: RateLimits;
  readonly confirmCaller: ConfirmCaller;
  readonly tell: TellRoomChanges;
}

/** A person who takes part in a room: a signed-in user or a guest. */
export type Attendee = { readonly userId: number } | Guest;

/** A participant's place in a room. It is not an entity because subscriptions keep it for as long as they last. */
export interface Place {
  readonly id: number;
  readonly nickname: string;
  readonly roomId: number;
  readonly roomCode: string;
  /** Whether the room's results are kept after it. */
  readonly keepsResults: boolean;
}

export function placeOf({ id, nickname }: RoomParticipant, room: Pick<Room, 'id' | 'code' | 'schoolClass'>): Place {
  return { id, nickname, roomId: room.id, roomCode: room.code, keepsResults: room.schoolClass !== null };
}

/** Counts the networks, of any width, that have reached the limit of guests among these participants. */
export function countFullNetworks(participants: readonly RoomParticipant[]): number {
  const addresses = participants.map(({ joinedFrom }) => joinedFrom).filter((address) => address !== '');
  return fullNetworks(addresses, GUESTS_OF_NETWORK).size;
}

interface GuestRow {
  readonly id: number;
  readonly nickname: string;
  readonly room_id: number;
  readonly code: string;
  readonly school_class_id: number | null;
}

const GUEST = `
  select p.id, p.nickname, p.room_id, r.code, r.school_class_id from room_participants p join rooms r on r.id = p.room_id
  where p.secret_hash = ? and r.closed_at is null and r.expires_at > ?`;

/** A participant who has joined, and the secret that identifies them from now on if they are a guest. */
export interface Joined {
  readonly participant: RoomParticipant;
  readonly room: Room;
  /** The secret for a guest's cookie; undefined for signed-in users. */
  readonly secret: string | undefined;
}

interface JoinForm {
  /** The code as typed; the nickname is as typed too. */
  readonly code: string;
  readonly nickname: string;
  /** The signed-in caller; null for a visitor. */
  readonly viewer: Viewer | null;
  readonly address: string;
}

/** Manages the participants of each room (contract 15). */
export class Participants {
  readonly #guesses: CodeGuesses;

  constructor(private readonly deps: ParticipantsDeps) {
    this.#guesses = new CodeGuesses(deps);
  }

  /**
   * Joins a room. A signed-in user who has joined before remains the same participant and keeps their nickname.
   *
   * @throws {InvalidFields} naming `nickname` if it is not valid or is taken.
   * @throws {NotFound} if no open room has the code.
   * @throws {AccountNeeded} for a visitor, if the room requires an account.
   * @throws {DoorClosed} if its owner has closed it to newcomers.
   * @throws {RoomFull} if no places are left.
   * @throws {NetworkFull} if the room has reached its limit of guests from the visitor's network.
   * @throws {RateLimited} after too many wrong codes, or too many joins, from one network.
   */
  async join({ code, nickname: typed, viewer, address }: JoinForm): Promise<Joined> {
    this.#guesses.check(address);
    const nickname = readNickname(typed);
    if (nickname === undefined) throw new InvalidFields({ nickname: ['classroom.notANickname'] });
    const { em, rateLimits, rooms, tell } = this.deps;
    const room = await rooms.withCode(em.fork(), code);
    if (!room) {
      await this.#guesses.countWrong(address);
      throw new NotFound('classroom.noSuchRoom');
    }
    if (!viewer && !room.allowsGuests) throw new AccountNeeded();
    const known = viewer && (await em.fork().findOne(RoomParticipant, { room, userId: viewer.userId }));
    if (known) return { participant: known, room, secret: undefined };
    if (!room.isDoorOpen) throw new DoorClosed();
    await takeAll(rateLimits, networkAllowances(JOINS, address));
    const { hasFilledNetwork, ...joined } = await this.#add(room, { nickname, viewer, address });
    tell({ room: room.id, joined: [joined.participant.id], ...(hasFilledNetwork && { places: true }) });
    return joined;
  }

  /** Returns the guest with this secret; null unless the room is open and they are still in it. */
  async lookUpGuest(secret: string): Promise<Guest | null> {
    const { em, clock, guestSecrets } = this.deps;
    if (!guestSecrets.isGenuine(secret)) return null;
    // Runs for every call and event of every guest. A hand-written query takes half as long as loading an entity.
    const values = [hashOfSecret(secret), clock.now()];
    const [row] = await queryRows<GuestRow>(em.fork(), GUEST, values);
    if (!row) return null;
    const { id, nickname, room_id: roomId, code: roomCode, school_class_id: classId } = row;
    return { participantId: id, nickname, roomId, roomCode, keepsResults: classId !== null };
  }

  /**
   * Returns the place of a caller, who must have been verified just now, in an open room; null if they are not in it.
   */
  async of(code: string, attendee: Attendee): Promise<Place | null> {
    const read = readRoomCode(code);
    if (read === undefined) return null;
    if ('participantId' in attendee) {
      const { participantId: id, ...place } = attendee;
      return place.roomCode === read ? { id, ...place } : null;
    }
    const { em, clock } = this.deps;
    const room = { code: read, closedAt: null, expiresAt: { $gt: clock.now() } };
    const where = { userId: attendee.userId, room };
    const participant = await em.fork().findOne(RoomParticipant, where, { populate: ['room'] });
    return participant && placeOf(participant, participant.room);
  }

  /** Like {@link of}, but fails for callers who are not in the room. @throws {NotFound} */
  async require(code: string, attendee: Attendee): Promise<Place> {
    const place = await this.of(code, attendee);
    if (!place) throw new NotFound('classroom.notInRoom');
    return place;
  }

  /** Returns a room's participants in the order in which they joined. */
  async listOf(room: Pick<Room, 'id'>): Promise<RoomParticipant[]> {
    const where = { room: room.id };
    return this.deps.em.fork().find(RoomParticipant, where, { orderBy: { id: 'asc' }, limit: PARTICIPANTS_MAX });
  }

  /** Returns which of these participants are still in an open room. */
  async stillIn(ids: readonly number[]): Promise<ReadonlySet<number>> {
    const room = { closedAt: null, expiresAt: { $gt: this.deps.clock.now() } };
    const where = { id: { $in: [...ids] }, room };
    const found = await this.deps.em.fork().find(RoomParticipant, where, { fields: ['id'] });
    return new Set(found.map(({ id }) => id));
  }

  /**
   * Removes participants from a room, along with their answers, and may close its door in the same step, so that none
   * of them gets back in. @returns how many of them were in the room. @throws {NotFound}
   */
  async remove(owner: Viewer, code: string, ids: readonly number[], { closesDoor = false } = {}): Promise<number> {
    const { em, rooms, dropResults, confirmCaller, tell } = this.deps;
    const { removed, room, hasOtherPlaces } = await em.fork().transactional(async (unit) => {
      await confirmCaller(unit, owner);
      const own = await rooms.ownWithin(unit, owner.userId, code);
      if (closesDoor) {
        // Joining takes the same lock and then looks at the door.
        await lockWithin(unit, `vigia room ${own.id}`);
        own.isDoorOpen = false;
        await unit.flush();
      }
      const before = fullNetworks(await guestAddresses(unit, own.id), GUESTS_OF_NETWORK);
      const where = { id: { $in: [...ids] }, room: own.id };
      const options = { fields: ['id', 'nicknameKey'], disableIdentityMap: true } as const;
      const present = await unit.find(RoomParticipant, where, options);
      await unit.nativeDelete(RoomParticipant, where);
      const names = present.map((participant) => participant.nicknameKey);
      if (own.schoolClass) await dropResults(unit, own, names);
      return { room: own, removed: present.map(({ id }) => id), hasOtherPlaces: closesDoor || before.size > 0 };
    });
    const isOtherwise = removed.length > 0 || closesDoor;
    if (isOtherwise) tell({ room: room.id, removed, ...(hasOtherPlaces && { places: true }) });
    return removed.length;
  }

  #add(
    found: Room,
    { nickname, viewer, address }: Omit<JoinForm, 'code'>,
  ): Promise<Joined & { readonly hasFilledNetwork: boolean }> {
    const { em, clock, confirmCaller, guestSecrets } = this.deps;
    const secret = viewer ? undefined : guestSecrets.create();
    return em.fork().transactional(async (unit) => {
      if (viewer) await confirmCaller(unit, viewer);
      await lockWithin(unit, `vigia room ${found.id}`);
      const room = await unit.findOne(Room, { id: found.id, closedAt: null, expiresAt: { $gt: clock.now() } });
      if (!room) throw new NotFound('classroom.noSuchRoom');
      if (!room.isDoorOpen) throw new DoorClosed();
      const inRoom = { room: room.id };
      // The same person may have joined simultaneously in another tab.
      const known = viewer && (await unit.findOne(RoomParticipant, { ...inRoom, userId: viewer.userId }));
      if (known) return { participant: known, room, secret, hasFilledNetwork: false };
      if ((await unit.count(RoomParticipant, inRoom)) >= PARTICIPANTS_MAX) throw new RoomFull(PARTICIPANTS_MAX);
      const taken = viewer ? [] : await guestAddresses(unit, room.id);
      if (isNetworkFull(address, taken, GUESTS_OF_NETWORK)) throw new NetworkFull();
      const key = nicknameKey(nickname);
      if ((await unit.count(RoomParticipant, { ...inRoom, nicknameKey: key })) > 0) {
        throw new InvalidFields({ nickname: ['classroom.nicknameTaken'] });
      }
      const participant = unit.create(RoomParticipant, {
        room,
        nickname,
        nicknameKey: key,
        userId: viewer?.userId ?? null,
        secretHash: secret === undefined ? null : hashOfSecret(secret),
        joinedAt: clock.now(),
        joinedFrom: viewer ? '' : address,
      });
      await unit.persist(participant).flush();
      const hasFilledNetwork = !viewer && isNetworkFull(address, [...taken, address], GUESTS_OF_NETWORK);
      return { participant, room, secret, hasFilledNetwork };
    });
  }
}

async function guestAddresses(unit: UnitOfWork, roomId: number): Promise<string[]> {
  const where = { room: roomId, joinedFrom: { $ne: '' } };
  const guests = await unit.find(RoomParticipant, where, { fields: ['joinedFrom'], disableIdentityMap: true });
  return guests.map(({ joinedFrom }) => joinedFrom);
}
