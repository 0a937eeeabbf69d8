import { graphql, type ResultOf } from 'gql.tada';

const PushedIncidentFields = graphql(`
  fragment PushedIncidentFields on Incident @_unmask {
    id
    ruleName
    severity
    host
    hostName
    state
    startedAt
  }
`);

export const OpenIncidentsQuery = graphql(
  `
    query OpenIncidents {
      incidents(state: OPEN, first: 100) {
        nodes {
          ...PushedIncidentFields
        }
      }
    }
  `,
  [PushedIncidentFields],
);

/** Pushes each open incident, then each incident that begins, changes or ends. */
export const IncidentsPushed = graphql(
  `
    subscription IncidentsPushed {
      incidents {
        ...PushedIncidentFields
      }
    }
  `,
  [PushedIncidentFields],
);

/** The fields of an incident that every page may show. */
export type PushedIncident = ResultOf<typeof PushedIncidentFields>;
