import { graphql, type ResultOf } from 'gql.tada';

/** Fetches the teacher's rooms, and the classes whose results are kept. */
export const RoomsQuery = graphql(`
  query Rooms {
    rooms {
      code
      isOpen
      openedAt
      expiresAt
      keepsResultsAs
    }
    schoolClasses {
      id
      name
      lessons {
        id
        heldAt
      }
    }
  }
`);

export type ListedRoom = ResultOf<typeof RoomsQuery>['rooms'][number];
export type ListedClass = ResultOf<typeof RoomsQuery>['schoolClasses'][number];

/** Fetches the names of the classes whose results are kept. */
export const SchoolClassesQuery = graphql(`
  query SchoolClasses {
    schoolClasses {
      id
      name
    }
  }
`);

/** Fetches under which class a room's results are kept. */
export const RoomClassQuery = graphql(`
  query RoomClass($room: String!) {
    room(code: $room) {
      code
      keepsResultsAs
    }
  }
`);

export const OpenRoom = graphql(`
  mutation OpenRoom($allowGuests: Boolean!, $keepResultsAs: String) {
    openRoom(allowGuests: $allowGuests, keepResultsAs: $keepResultsAs) {
      code
    }
  }
`);

export const CloseRoom = graphql(`
  mutation CloseRoom($room: String!) {
    closeRoom(room: $room) {
      code
      isOpen
    }
  }
`);

/** Closes the room to newcomers or opens it again; the new state arrives by subscription. */
export const SetRoomDoor = graphql(`
  mutation SetRoomDoor($room: String!, $isOpen: Boolean!) {
    setRoomDoor(room: $room, isOpen: $isOpen) {
      isDoorOpen
    }
  }
`);

/** Fetches a sheet, whose exercises can then be sent one by one. */
export const SheetQuery = graphql(`
  query Sheet($kind: ExerciseKind!, $level: Int!, $seed: String!, $version: Int!, $notation: Notation) {
    exercise(kind: $kind, level: $level, seed: $seed, version: $version, notation: $notation) {
      kind
      level
      seed
      exercises {
        position
        question
        solution
      }
    }
  }
`);

export type SheetExercise = ResultOf<typeof SheetQuery>['exercise']['exercises'][number];

/** Sends an exercise, which then arrives by subscription. */
export const SendExercise = graphql(`
  mutation SendExercise(
    $room: String!
    $kind: ExerciseKind!
    $level: Int!
    $seed: String!
    $position: Int!
    $version: Int!
    $notation: Notation
  ) {
    sendExercise(
      room: $room
      kind: $kind
      level: $level
      seed: $seed
      position: $position
      version: $version
      notation: $notation
    ) {
      id
    }
  }
`);

/** Removes participants and may close the door with them; the new state arrives by subscription. */
export const RemoveParticipants = graphql(`
  mutation RemoveParticipants($room: String!, $participants: [ID!]!, $closeDoor: Boolean!) {
    removeParticipants(room: $room, participants: $participants, closeDoor: $closeDoor)
  }
`);

/** Pushes a room's current exercise in full, then its changes. */
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
        version
        notation
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

export type PushedAnswers = ResultOf<typeof RoomAnswersPushed>['roomAnswers'];

export type PresentExercise = NonNullable<PushedAnswers['exercise']>;

/** A participant's latest answer. */
export type Answer = PushedAnswers['answers'][number];

export type Participant = PushedAnswers['participants'][number];

export type ExerciseKind = PresentExercise['kind'];
