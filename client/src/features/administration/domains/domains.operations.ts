import { graphql, type ResultOf } from 'gql.tada';

/** A page of the added domains. */
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

/** Facts about a domain before it is blocked. */
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

export type DomainCheck = ResultOf<typeof DomainCheckQuery>['domainCheck'];

export const BlockDomain = graphql(`
  mutation BlockDomain($domain: String!) {
    blockDomain(domain: $domain, anyway: true) {
      domain
    }
  }
`);

/** Unblocks an added domain. */
export const UnblockDomain = graphql(`
  mutation UnblockDomain($domain: String!) {
    unblockDomain(domain: $domain)
  }
`);

/** Marks an operation as affecting the list so that urql refetches it. */
export const ABOUT_DOMAINS = { additionalTypenames: ['BlockedDomain'] };
