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

export const DeleteSchoolClass = graphql(`
  mutation DeleteSchoolClass($class: ID!) {
    deleteSchoolClass(class: $class)
  }
`);

export const DeleteLesson = graphql(`
  mutation DeleteLesson($lesson: ID!) {
    deleteLesson(lesson: $lesson)
  }
`);

export const DeletePupil = graphql(`
  mutation DeletePupil($class: ID!, $nickname: String!) {
    deletePupil(class: $class, nickname: $nickname)
  }
`);
