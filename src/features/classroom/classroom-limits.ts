import { networkLimits } from '../../shared/rate-limits/network-limits.js';

/** Lifetime of a room, in hours (contract 15). */
export const ROOM_HOURS = 24;

/** Maximum open rooms in the whole service. */
export const ROOMS_MAX = 50;

/** The share of {@link ROOMS_MAX} that is reserved for staff. */
export const ROOMS_FOR_STAFF = 10;

/** Open rooms per network, not counting those of staff; the narrowest network first. A school is behind one address. */
export const ROOMS_OF_NETWORK = [20, 25, 30] as const;

/** Maximum open rooms per person. */
export const ROOMS_OF_OWNER_MAX = 5;

/** Maximum participants of a room at a time. */
export const PARTICIPANTS_MAX = 200;

/**
 * Guests of a room per network, the narrowest network first: enough for a whole class behind one address, with places
 * left for others. Participants with an account are not counted.
 */
export const GUESTS_OF_NETWORK = [100, 130, 150] as const;

/** Maximum exercises sent to a room. */
export const ROOM_EXERCISES_MAX = 60;

/** Maximum answers of a participant to one exercise; a correct one ends it. */
export const TRIES_MAX = 3;

/** Joins per network in an hour, the narrowest network first: a whole school may be behind one address. */
export const JOINS = networkLimits('joins', [1000, 2000, 4000], 3600);

/** Answers that a participant may send in a minute, including unreadable and late ones. */
export const ANSWERS_A_MINUTE = 60;
