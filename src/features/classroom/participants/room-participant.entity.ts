import { OptionalProps, type Rel } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Room } from '../room.entity.js';
import { NICKNAME_KEY_MAX_LENGTH, NICKNAME_MAX_LENGTH } from './nickname.js';

/** A participant of a room, identified by an account or, for guests, by a cookie. */
@Entity({ tableName: 'room_participants' })
@Unique({ properties: ['room', 'nicknameKey'] })
@Unique({ properties: ['room', 'userId'] })
export class RoomParticipant {
  declare [OptionalProps]?: 'userId' | 'secretHash' | 'joinedFrom';

  @PrimaryKey({ type: 'integer' })
  id!: number;

  @ManyToOne(() => Room, { deleteRule: 'cascade', index: false })
  room!: Rel<Room>;

  @Property({ type: 'string', length: NICKNAME_MAX_LENGTH })
  nickname!: string;

  /** The compared form of the nickname: see `nicknameKey`. */
  @Property({ type: 'string', length: NICKNAME_KEY_MAX_LENGTH })
  nicknameKey!: string;

  /** The account that joined the room; null for a guest. */
  @Property({ type: 'integer', nullable: true })
  @Index()
  userId: number | null = null;

  /** SHA-256 of the secret in a guest's cookie, in hexadecimal; null for an account. */
  @Property({ type: 'string', length: 64, nullable: true, unique: true })
  secretHash: string | null = null;

  @Property({ type: 'datetime' })
  joinedAt!: Date;

  /** The address from which a guest joined, counted towards its network's limit; empty for an account. */
  @Property({ type: 'string', length: 64, default: '' })
  joinedFrom: string = '';
}
