import { graphql, type ResultOf, type VariablesOf } from 'gql.tada';

/** Fields of an event in lists, where its changes may be truncated. */
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

export type AuditEvent = ResultOf<typeof AuditEventFields>;

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

export type AuditFilter = NonNullable<VariablesOf<typeof AuditQuery>['filter']>;

/** The untruncated changes of an event. */
export const AuditEventQuery = graphql(`
  query AuditEvent($id: ID!) {
    auditEvent(id: $id) {
      before
      after
    }
  }
`);
