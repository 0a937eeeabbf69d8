import { graphql, type ResultOf } from 'gql.tada';

export const SchoolClassQuery = graphql(`
  query SchoolClass($class: ID!) {
    schoolClass(id: $class) {
      id
      name
      lessons {
        id
        heldAt
        exerciseCount
        kinds
      }
    }
  }
`);

export type SchoolClass = ResultOf<typeof SchoolClassQuery>['schoolClass'];

export type Lesson = SchoolClass['lessons'][number];

export const PupilsQuery = graphql(`
  query Pupils($class: ID!, $after: String) {
    pupils(class: $class, first: 100, after: $after) {
      nodes {
        nickname
        results {
          lesson
          answered
          solved
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

export type Pupil = ResultOf<typeof PupilsQuery>['pupils']['nodes'][number];

export const ForgetClass = graphql(`
  mutation ForgetClass($class: ID!) {
    forgetClass(class: $class)
  }
`);

export const ForgetLesson = graphql(`
  mutation ForgetLesson($lesson: ID!) {
    forgetLesson(lesson: $lesson)
  }
`);

export const ForgetPupil = graphql(`
  mutation ForgetPupil($class: ID!, $nickname: String!) {
    forgetPupil(class: $class, nickname: $nickname)
  }
`);
