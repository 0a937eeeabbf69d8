import { networkLimits } from '../../shared/rate-limits/network-limits.js';

/** Lifetime of a room, in hours (contract 15). */
export const ROOM_HOURS = 24;

/** Maximum open rooms in the whole service. */
export const ROOMS_MAX = 50;

/** Number of rooms out of {@link ROOMS_MAX} that are reserved for staff. */
export const ROOMS_FOR_STAFF = 10;

/**
 * Maximum open rooms per network, not counting those of staff, narrowest network first. A whole school may share one
 * address.
 */
export const ROOMS_OF_NETWORK = [20, 25, 30] as const;

/** Maximum open rooms per person. */
export const ROOMS_OF_OWNER_MAX = 5;

/** Maximum participants of a room at a time. */
export const PARTICIPANTS_MAX = 200;

/**
 * Maximum guests of a room per network, narrowest network first: enough for a whole class that shares one address,
 * while leaving places for others. Participants with an account are not counted.
 */
export const GUESTS_OF_NETWORK = [100, 130, 150] as const;

/** Maximum exercises sent to a room. */
export const ROOM_EXERCISES_MAX = 60;

/** Maximum answers of a participant to one exercise. No more are accepted after a correct one. */
export const TRIES_MAX = 3;

/** Days for which the results of a lesson are kept, if its teacher wants them. */
export const LESSON_DAYS = 90;

/** Maximum lessons of a person whose results are kept, including open rooms whose results will be. */
export const LESSONS_OF_OWNER_MAX = 200;

/** Maximum joins per network in an hour, narrowest network first. A whole school may share one address. */
export const JOINS = networkLimits('joins', [1000, 2000, 4000], 3600);

/** Maximum answers that a participant may send in a minute, including unreadable and late ones. */
export const ANSWERS_A_MINUTE = 60;
