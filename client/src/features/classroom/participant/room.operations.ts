import { graphql, type ResultOf } from 'gql.tada';

const ParticipationFields = graphql(`
  fragment ParticipationFields on Participation @_unmask {
    room
    nickname
    keepsResults
    exercise {
      id
      number
      question
      triesMax
    }
    answer {
      answer
      isCorrect
      mistakeText
      tries
    }
  }
`);

/** The participant's view; null, or an error, if they are not in the room. */
export const ParticipationQuery = graphql(
  `
    query Participation($room: String!) {
      participation(room: $room) {
        ...ParticipationFields
      }
    }
  `,
  [ParticipationFields],
);

/** The participant's view, pushed whenever another exercise is sent. */
export const ParticipationPushed = graphql(
  `
    subscription ParticipationPushed($room: String!) {
      roomExercise(room: $room) {
        ...ParticipationFields
      }
    }
  `,
  [ParticipationFields],
);

export const JoinRoom = graphql(
  `
    mutation JoinRoom($code: String!, $nickname: String!) {
      joinRoom(code: $code, nickname: $nickname) {
        ...ParticipationFields
      }
    }
  `,
  [ParticipationFields],
);

export const GiveAnswer = graphql(`
  mutation GiveAnswer($room: String!, $exercise: ID!, $answer: String!) {
    answer(room: $room, exercise: $exercise, answer: $answer) {
      answer
      isCorrect
      mistakeText
      tries
    }
  }
`);

export type Participation = ResultOf<typeof ParticipationFields>;

export type Question = NonNullable<Participation['exercise']>;

/** The participant's own answer to the exercise. */
export type OwnAnswer = NonNullable<Participation['answer']>;
