import { graphql, type ResultOf } from 'gql.tada';

export const InvitationsQuery = graphql(`
  query Invitations($after: String) {
    invitations(first: 50, after: $after) {
      nodes {
        id
        state
        email
        role
        machines
        machineTags
        createdBy
        expiresAt
        usedBy
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

export type Invitation = ResultOf<typeof InvitationsQuery>['invitations']['nodes'][number];

/** Whether invitations can be sent by e-mail. */
export const MailIsOnQuery = graphql(`
  query MailIsOn {
    mailStatus {
      isOn
    }
  }
`);

/** Creates an invitation; its link is shown only once. */
export const CreateInvitation = graphql(`
  mutation CreateInvitation(
    $email: String
    $role: Role
    $machines: MachineAccess
    $machineTags: [String!]
    $sendMail: Boolean!
  ) {
    createInvitation(
      email: $email
      role: $role
      machines: $machines
      machineTags: $machineTags
      sendMail: $sendMail
    ) {
      link
      invitation {
        id
        email
      }
    }
  }
`);

/** Withdraws an unused invitation. */
export const WithdrawInvitation = graphql(`
  mutation WithdrawInvitation($id: ID!) {
    withdrawInvitation(id: $id)
  }
`);

/** Sets who can create an account. */
export const SetRegistrationMode = graphql(`
  mutation SetRegistrationMode($mode: RegistrationMode!) {
    setRegistrationMode(mode: $mode) {
      registration
      secondFactor
      newAccounts
    }
  }
`);

export type RegistrationMode = ResultOf<typeof SetRegistrationMode>['setRegistrationMode']['registration'];

/** Marks an operation as affecting invitations so that urql refetches their list. */
export const ABOUT_INVITATIONS = { additionalTypenames: ['Invitation'] };
