import { networkLimits } from '../../shared/rate-limits/network-limits.js';

/** How long a room lasts, in hours (contract 15). */
export const ROOM_HOURS = 24;

/** Rooms that may be open at a time, of all people together. */
export const ROOMS_MAX = 50;

/** Of these, those that only staff may open once all others are. */
export const ROOMS_FOR_STAFF = 10;

/** Rooms of people who are not staff that may be open from one network, the narrowest first: a school is behind one address. */
export const ROOMS_OF_NETWORK = [20, 25, 30] as const;

/** Rooms that one person may have open at a time. */
export const ROOMS_OF_OWNER_MAX = 5;

/** Participants that a room may have at a time. */
export const PARTICIPANTS_MAX = 200;

/**
 * Guests of a room from one network, the narrowest first: a whole class behind one address, and places left for others.
 * Participants with an account are not counted.
 */
export const GUESTS_OF_NETWORK = [100, 130, 150] as const;

/** Exercises that may be sent to a room. */
export const ROOM_EXERCISES_MAX = 60;

/** Answers that a participant may give to one exercise, until one is correct. */
export const TRIES_MAX = 3;

/** How often people may join from one network in an hour, the narrowest first: a whole school may be behind one address. */
export const JOINS = networkLimits('joins', [1000, 2000, 4000], 3600);

/** Answers that a participant may send in a minute, those that cannot be read or come too late included. */
export const ANSWERS_A_MINUTE = 60;
