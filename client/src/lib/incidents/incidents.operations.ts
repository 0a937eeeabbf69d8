import { graphql, type ResultOf } from 'gql.tada';

/** As few as possible, since a hundred incidents must not exceed the allowed cost. */
const OpenIncidentFields = graphql(`
  fragment OpenIncidentFields on Incident @_unmask {
    id
    ruleName
    expression
    severity
    host
    hostName
    startedAt
    comparisons {
      fileSystem
    }
  }
`);

export const OpenIncidentsQuery = graphql(
  `
    query OpenIncidents {
      incidents(state: OPEN, first: 100) {
        nodes {
          ...OpenIncidentFields
        }
      }
    }
  `,
  [OpenIncidentFields],
);

/** Pushes each open incident, then each incident that begins, changes or ends. */
export const IncidentsPushed = graphql(
  `
    subscription IncidentsPushed {
      incidents {
        ...OpenIncidentFields
        state
      }
    }
  `,
  [OpenIncidentFields],
);

/** The fields of an incident that every page may show. */
export type PushedIncident = ResultOf<typeof IncidentsPushed>['incidents'];
