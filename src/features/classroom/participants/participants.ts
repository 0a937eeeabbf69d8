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
  readonly guestSecrets: GuestSecrets;
  readonly rateLimits: RateLimits;
  readonly confirmCaller: ConfirmCaller;
  readonly tell: TellRoomChanges;
}

/** Who takes part: a signed-in person, or a guest. */
export type Attendee = { readonly userId: number } | Guest;

/** The place of a participant in a room: no entity, since it is kept as long as a subscription lasts. */
export interface Place {
  /** The id of the participant. */
  readonly id: number;
  readonly nickname: string;
  readonly roomId: number;
  readonly roomCode: string;
}

/** The place that a row says. */
export function placeOf({ id, nickname }: RoomParticipant, room: Pick<Room, 'id' | 'code'>): Place {
  return { id, nickname, roomId: room.id, roomCode: room.code };
}

/** How many networks have as many guests among these participants as a room takes from one. */
export function fullNetworksOf(participants: readonly RoomParticipant[]): number {
  const addresses = participants.map(({ joinedFrom }) => joinedFrom).filter((address) => address !== '');
  return fullNetworks(addresses, GUESTS_OF_NETWORK).size;
}

interface GuestRow {
  readonly id: number;
  readonly nickname: string;
  readonly room_id: number;
  readonly code: string;
}

const GUEST = `
  select p.id, p.nickname, p.room_id, r.code from room_participants p join rooms r on r.id = p.room_id
  where p.secret_hash = ? and r.closed_at is null and r.expires_at > ?`;

/** Who has joined, and how a guest proves it from now on. */
export interface Joined {
  readonly participant: RoomParticipant;
  readonly room: Room;
  /** The secret for the cookie of a guest; undefined for who is signed in. */
  readonly secret: string | undefined;
}

interface JoinForm {
  /** The code and the nickname, as they were typed. */
  readonly code: string;
  readonly nickname: string;
  /** Who is signed in; null for a visitor. */
  readonly viewer: Viewer | null;
  readonly address: string;
}

/** Who has joined which room (contract 15). */
export class Participants {
  readonly #guesses: CodeGuesses;

  constructor(private readonly deps: ParticipantsDeps) {
    this.#guesses = new CodeGuesses(deps);
  }

  /**
   * Joins a room. Who is signed in and has joined before stays the same participant, nickname included.
   *
   * @throws {InvalidFields} naming `nickname` when it cannot be one or is taken.
   * @throws {NotFound} when no open room has the code.
   * @throws {AccountNeeded} for a visitor, where the room is for people with an account.
   * @throws {DoorClosed} when its owner lets nobody else in.
   * @throws {RoomFull} when there is no place left.
   * @throws {NetworkFull} when as many guests as may have joined from the network of a visitor.
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

  /** The guest whose secret this is, as long as the room is open and they are in it; null for anything else. */
  async guestOf(secret: string): Promise<Guest | null> {
    const { em, clock, guestSecrets } = this.deps;
    if (!guestSecrets.isGenuine(secret)) return null;
    // At every call and every event of every guest: a query by hand takes half of what an entity does.
    const values = [hashOfSecret(secret), clock.now()];
    const [row] = await queryRows<GuestRow>(em.fork(), GUEST, values);
    return row ? { participantId: row.id, nickname: row.nickname, roomId: row.room_id, roomCode: row.code } : null;
  }

  /** Whose place in an open room it is, as a caller who has just been looked up; null when they are not in it. */
  async of(code: string, attendee: Attendee): Promise<Place | null> {
    const read = readRoomCode(code);
    if (read === undefined) return null;
    if ('participantId' in attendee) {
      const { participantId: id, nickname, roomId, roomCode } = attendee;
      return roomCode === read ? { id, nickname, roomId, roomCode } : null;
    }
    const { em, clock } = this.deps;
    const room = { code: read, closedAt: null, expiresAt: { $gt: clock.now() } };
    const participant = await em.fork().findOne(RoomParticipant, { userId: attendee.userId, room });
    return participant && placeOf(participant, { id: participant.room.id, code: read });
  }

  /** {@link of} for who must be in the room. @throws {NotFound} */
  async require(code: string, attendee: Attendee): Promise<Place> {
    const place = await this.of(code, attendee);
    if (!place) throw new NotFound('classroom.notInRoom');
    return place;
  }

  /** Everybody in a room, in the order of joining. */
  async listOf(room: Pick<Room, 'id'>): Promise<RoomParticipant[]> {
    const where = { room: room.id };
    return this.deps.em.fork().find(RoomParticipant, where, { orderBy: { id: 'asc' }, limit: PARTICIPANTS_MAX });
  }

  /** Which of these are still participants of open rooms. */
  async stillIn(ids: readonly number[]): Promise<ReadonlySet<number>> {
    const room = { closedAt: null, expiresAt: { $gt: this.deps.clock.now() } };
    const where = { id: { $in: [...ids] }, room };
    const found = await this.deps.em.fork().find(RoomParticipant, where, { fields: ['id'] });
    return new Set(found.map(({ id }) => id));
  }

  /** Removes somebody from a room, with what they have answered. @returns whether they were in it. @throws {NotFound} */
  async remove(owner: Viewer, code: string, id: number): Promise<boolean> {
    const { em, rooms, confirmCaller, tell } = this.deps;
    const { removed, room, wasFull } = await em.fork().transactional(async (unit) => {
      await confirmCaller(unit, owner);
      const own = await rooms.ownWithin(unit, owner.userId, code);
      const before = fullNetworks(await guestAddresses(unit, own.id), GUESTS_OF_NETWORK);
      const count = await unit.nativeDelete(RoomParticipant, { id, room: own.id });
      return { room: own, removed: count, wasFull: before.size > 0 };
    });
    if (removed > 0) tell({ room: room.id, removed: [id], ...(wasFull && { places: true }) });
    return removed > 0;
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
      // The same person may have joined at the same time, in another tab.
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

/** The addresses that the guests of a room have joined from. */
async function guestAddresses(unit: UnitOfWork, roomId: number): Promise<string[]> {
  const where = { room: roomId, joinedFrom: { $ne: '' } };
  const guests = await unit.find(RoomParticipant, where, { fields: ['joinedFrom'], disableIdentityMap: true });
  return guests.map(({ joinedFrom }) => joinedFrom);
}
