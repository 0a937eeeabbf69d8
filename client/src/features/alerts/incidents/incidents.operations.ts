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
    trueSince
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
      fileSystem
    }
    acknowledgedAt
    acknowledgedBy
    acknowledgementNote
    mayAcknowledge
    silencedUntil
    measure
  }
`);

/** A page of incidents, newest first. */
export const IncidentsQuery = graphql(
  `
    query Incidents($after: String, $state: IncidentState, $host: ID, $rule: ID, $from: DateTime) {
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

/** The incidents that ended last. */
export const RecentIncidentsQuery = graphql(
  `
    query RecentIncidents {
      incidents(first: 6, state: ENDED) {
        nodes {
          ...IncidentFields
        }
      }
    }
  `,
  [IncidentFields],
);

/** An incident as shown in the lists. */
export type Incident = ResultOf<typeof IncidentFields>;

/** A comparison of the rule, with its readings. */
export type IncidentComparison = Incident['comparisons'][number];

export type IncidentsVariables = VariablesOf<typeof IncidentsQuery>;

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

/** Delivery states of its messages, for staff. */
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

/** Delivery state of a message about an incident. */
export type IncidentDelivery = NonNullable<ResultOf<typeof DeliveriesQuery>['incident']>['deliveries'][number];

/** Rules and hosts of the newest incidents, offered as filters. */
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

/** Records that the caller has seen the incident. */
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

/** Marks an operation as affecting incidents so that urql refetches their lists. */
export const ABOUT_INCIDENTS = { additionalTypenames: ['Incident'] };
