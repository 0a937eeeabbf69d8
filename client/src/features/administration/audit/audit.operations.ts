import { graphql, type ResultOf, type VariablesOf } from 'gql.tada';

/** An event as lists show it: what it changed may be cut. */
export const AuditEventFields = graphql(`
  fragment AuditEventFields on AuditEvent @_unmask {
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
`);

/** A line of the trail. */
export type AuditEvent = ResultOf<typeof AuditEventFields>;

/** A page of the audit trail. */
export const AuditQuery = graphql(
  `
    query Audit($after: String, $filter: AuditFilter) {
      auditTrail(first: 50, after: $after, filter: $filter) {
        nodes {
          ...AuditEventFields
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  [AuditEventFields],
);

/** The filter of the trail. */
export type AuditFilter = NonNullable<VariablesOf<typeof AuditQuery>['filter']>;

/** What an event changed, in full. */
export const AuditEventQuery = graphql(`
  query AuditEvent($id: ID!) {
    auditEvent(id: $id) {
      before
      after
    }
  }
`);
