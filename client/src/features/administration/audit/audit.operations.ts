import { graphql, type ResultOf, type VariablesOf } from 'gql.tada';

/** A page of the audit trail. */
export const AuditQuery = graphql(`
  query Audit($after: String, $filter: AuditFilter) {
    auditTrail(first: 50, after: $after, filter: $filter) {
      nodes {
        id
        at
        event
        result
        door
        address
        username
        actor
        before
        after
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

/** What is looked for. */
export type AuditFilter = NonNullable<VariablesOf<typeof AuditQuery>['filter']>;

/** A line of the trail. */
export type AuditEvent = ResultOf<typeof AuditQuery>['auditTrail']['nodes'][number];

/** What an event changed, in full. */
export const AuditEventQuery = graphql(`
  query AuditEvent($id: ID!) {
    auditEvent(id: $id) {
      before
      after
    }
  }
`);
