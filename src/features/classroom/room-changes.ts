/** What has happened in a room, as processes tell each other: not what it is, but where to look. */
export interface RoomChanges {
  /** The id of the room. */
  readonly room: number;
  /** Ids of participants who have joined. */
  readonly joined?: readonly number[];
  /** Ids of participants who were removed. */
  readonly removed?: readonly number[];
  /** Ids of answers that were given. */
  readonly answers?: readonly number[];
  /** Set when another exercise is the present one. */
  readonly exercise?: true;
  /** Set when it was decided otherwise who may join, or a network has become full or is full no longer. */
  readonly places?: true;
  /** Set when the room is over. */
  readonly closed?: true;
}

/** Tells everybody who watches a room, at whichever node, what has happened. */
export type TellRoomChanges = (changes: RoomChanges) => void;

/** The changes in a message of another node; undefined when it has none. */
export function readRoomChanges(payload: unknown): RoomChanges | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { room, joined, removed, answers, exercise, places, closed } = payload as Record<keyof RoomChanges, unknown>;
  if (typeof room !== 'number') return undefined;
  return {
    room,
    joined: numbersIn(joined),
    removed: numbersIn(removed),
    answers: numbersIn(answers),
    ...(exercise === true && { exercise }),
    ...(places === true && { places }),
    ...(closed === true && { closed }),
  };
}

function numbersIn(list: unknown): readonly number[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === 'number') : [];
}
