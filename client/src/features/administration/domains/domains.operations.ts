import { graphql, type ResultOf } from 'gql.tada';

/** A page of the domains that were added. */
export const DomainsQuery = graphql(`
  query BlockedDomains($after: String, $search: String) {
    blockedDomains(first: 50, after: $after, search: $search) {
      nodes {
        domain
        addedAt
        addedBy
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

/** What is known of a domain before it is blocked. */
export const DomainCheckQuery = graphql(`
  query DomainCheck($domain: String!) {
    domainCheck(domain: $domain) {
      domain
      blockedBy {
        domain
        list
      }
      accounts
      isProvider
    }
  }
`);

/** The result of a check. */
export type DomainCheck = ResultOf<typeof DomainCheckQuery>['domainCheck'];

/** Adds a domain whose check has been read. */
export const BlockDomain = graphql(`
  mutation BlockDomain($domain: String!) {
    blockDomain(domain: $domain, anyway: true) {
      domain
    }
  }
`);

/** Removes a domain that was added. */
export const UnblockDomain = graphql(`
  mutation UnblockDomain($domain: String!) {
    unblockDomain(domain: $domain)
  }
`);

/** Marks an operation as one about the list, so that urql fetches it again. */
export const ABOUT_DOMAINS = { additionalTypenames: ['BlockedDomain'] };
