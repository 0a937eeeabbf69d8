import { graphql, type ResultOf } from 'gql.tada';

const PushedIncidentFields = graphql(`
  fragment PushedIncidentFields on Incident @_unmask {
    id
    ruleName
    severity
    hostName
    state
    startedAt
  }
`);

/** The incidents that go on. */
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

/** Each that goes on, and then each that begins, changes or ends. */
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

/** An incident, as far as the bell tells of it. */
export type PushedIncident = ResultOf<typeof PushedIncidentFields>;
