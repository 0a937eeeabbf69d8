/** How long a room lasts, in hours (contract 15). */
export const ROOM_HOURS = 24;

/** Rooms that may be open at a time, of all people together. */
export const ROOMS_MAX = 50;

/** Rooms that one person may have open at a time. */
export const ROOMS_OF_OWNER_MAX = 5;

/** Participants that a room may have at a time. */
export const PARTICIPANTS_MAX = 200;

/** Exercises that may be sent to a room. */
export const ROOM_EXERCISES_MAX = 60;

/** Answers that a participant may give to one exercise, until one is correct. */
export const TRIES_MAX = 3;

/** How often people may join from one network in an hour: a whole school may be behind one address. */
export const JOINS_AN_HOUR = 1000;

/** Answers that a participant may send in a minute, those that cannot be read or come too late included. */
export const ANSWERS_A_MINUTE = 60;
