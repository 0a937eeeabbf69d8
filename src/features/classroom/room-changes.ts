/** Changes in a room as exchanged between processes: ids to look up, not content. */
export interface RoomChanges {
  readonly room: number;
  /** Ids of new participants. */
  readonly joined?: readonly number[];
  /** Ids of removed participants. */
  readonly removed?: readonly number[];
  /** Ids of new or changed answers. */
  readonly answers?: readonly number[];
  /** Set if there is a new current exercise. */
  readonly exercise?: true;
  /** Set if the door was opened or closed, or if a network has reached its limit of guests or is below it again. */
  readonly places?: true;
  readonly closed?: true;
}

/** Notifies the watchers of a room, on any node, of changes. */
export type TellRoomChanges = (changes: RoomChanges) => void;

/** Parses the changes in a message from another node; undefined if it is not valid. */
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
