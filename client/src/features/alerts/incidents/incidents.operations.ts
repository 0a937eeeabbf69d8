import { graphql, type ResultOf, type VariablesOf } from 'gql.tada';

const IncidentFields = graphql(`
  fragment IncidentFields on Incident @_unmask {
    id
    rule
    ruleName
    expression
    severity
    host
    hostName
    state
    startedAt
    endedAt
    endReason
    durationSeconds
    comparisons {
      text
      before
      atStart
      peak
      unit
    }
    acknowledgedAt
    acknowledgedBy
    acknowledgementNote
    silencedUntil
    measure
  }
`);

/** A page of the incidents, the newest first. */
export const IncidentsQuery = graphql(
  `
    query Incidents($after: String, $state: IncidentState, $host: ID, $rule: ID, $from: String) {
      incidents(first: 25, after: $after, state: $state, host: $host, rule: $rule, from: $from) {
        nodes {
          ...IncidentFields
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  [IncidentFields],
);

/** An incident as the lists show it. */
export type Incident = ResultOf<typeof IncidentFields>;

/** A comparison of its rule, and what it read. */
export type IncidentComparison = Incident['comparisons'][number];

/** Which incidents a page of the list is of. */
export type IncidentsVariables = VariablesOf<typeof IncidentsQuery>;

/** One incident. */
export const IncidentQuery = graphql(
  `
    query Incident($id: ID!) {
      incident(id: $id) {
        ...IncidentFields
      }
    }
  `,
  [IncidentFields],
);

/** What became of its messages, for the staff. */
export const DeliveriesQuery = graphql(`
  query IncidentDeliveries($id: ID!) {
    incident(id: $id) {
      id
      deliveries {
        channelName
        kind
        queuedAt
        settledAt
        state
        detail
      }
    }
  }
`);

/** What became of a message about an incident. */
export type IncidentDelivery = NonNullable<ResultOf<typeof DeliveriesQuery>['incident']>['deliveries'][number];

/** The rules and hosts of the newest incidents, to choose from. */
export const IncidentSourcesQuery = graphql(`
  query IncidentSources {
    incidents(first: 100) {
      nodes {
        id
        rule
        ruleName
        host
        hostName
      }
    }
  }
`);

/** Notes that one has seen it. */
export const AcknowledgeIncident = graphql(
  `
    mutation AcknowledgeIncident($id: ID!, $note: String) {
      acknowledgeIncident(id: $id, note: $note) {
        ...IncidentFields
      }
    }
  `,
  [IncidentFields],
);

/** Marks an operation as one about incidents, so that urql asks for their lists again. */
export const ABOUT_INCIDENTS = { additionalTypenames: ['Incident'] };
