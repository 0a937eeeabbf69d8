import { graphql, type ResultOf } from 'gql.tada';

/** The rooms of the teacher. */
export const RoomsQuery = graphql(`
  query Rooms {
    rooms {
      code
      isOpen
      openedAt
      expiresAt
    }
  }
`);

/** A room in the list of a teacher. */
export type ListedRoom = ResultOf<typeof RoomsQuery>['rooms'][number];

/** Opens a room. */
export const OpenRoom = graphql(`
  mutation OpenRoom($allowGuests: Boolean!) {
    openRoom(allowGuests: $allowGuests) {
      code
    }
  }
`);

/** Closes a room. */
export const CloseRoom = graphql(`
  mutation CloseRoom($room: String!) {
    closeRoom(room: $room) {
      code
      isOpen
    }
  }
`);

/** Closes the door of a room to others, or opens it again; the state comes back by the subscription. */
export const SetRoomDoor = graphql(`
  mutation SetRoomDoor($room: String!, $isOpen: Boolean!) {
    setRoomDoor(room: $room, isOpen: $isOpen) {
      isDoorOpen
    }
  }
`);

/** Sends an exercise; it comes back by the subscription. */
export const SendExercise = graphql(`
  mutation SendExercise($room: String!, $kind: ExerciseKind!, $level: Int!, $seed: String!, $position: Int!) {
    sendExercise(room: $room, kind: $kind, level: $level, seed: $seed, position: $position) {
      id
    }
  }
`);

/** Removes somebody from a room. */
export const RemoveParticipant = graphql(`
  mutation RemoveParticipant($room: String!, $participant: ID!) {
    removeParticipant(room: $room, participant: $participant)
  }
`);

/** All of the present exercise of a room, then what changes. */
export const RoomAnswersPushed = graphql(`
  subscription RoomAnswersPushed($room: String!) {
    roomAnswers(room: $room) {
      isSnapshot
      isOpen
      isDoorOpen
      fullNetworks
      exercise {
        id
        number
        kind
        level
        seed
        position
        question
        solution
      }
      participants {
        id
        nickname
        isGuest
      }
      removed
      answers {
        participant
        answer
        isCorrect
        mistakeText
        tries
      }
    }
  }
`);

/** A message about a room. */
export type PushedAnswers = ResultOf<typeof RoomAnswersPushed>['roomAnswers'];

/** The present exercise. */
export type PresentExercise = NonNullable<PushedAnswers['exercise']>;

/** The newest answer of a participant. */
export type Answer = PushedAnswers['answers'][number];

/** Somebody in a room. */
export type Participant = PushedAnswers['participants'][number];

/** What exercises are about. */
export type ExerciseKind = PresentExercise['kind'];
