import { graphql } from 'gql.tada';

/** Sets what accounts may do and see; what is null stays. */
export const SetUserAccess = graphql(`
  mutation SetUserAccess($usernames: [String!]!, $role: Role, $machines: MachineAccess, $machineTags: [String!]) {
    setUserAccess(usernames: $usernames, role: $role, machines: $machines, machineTags: $machineTags) {
      username
    }
  }
`);
