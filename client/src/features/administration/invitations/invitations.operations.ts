import { graphql, type ResultOf } from 'gql.tada';

/** A page of the invitations. */
export const InvitationsQuery = graphql(`
  query Invitations($after: String) {
    invitations(first: 50, after: $after) {
      nodes {
        id
        state
        email
        isStaff
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

/** An invitation of the list. */
export type Invitation = ResultOf<typeof InvitationsQuery>['invitations']['nodes'][number];

/** Whether invitations can be sent. */
export const MailIsOnQuery = graphql(`
  query MailIsOn {
    mailStatus {
      isOn
    }
  }
`);

/** Makes an invitation; its link is shown this once. */
export const CreateInvitation = graphql(`
  mutation CreateInvitation($email: String, $isStaff: Boolean!, $sendMail: Boolean!) {
    createInvitation(email: $email, isStaff: $isStaff, sendMail: $sendMail) {
      link
      invitation {
        id
        email
      }
    }
  }
`);

/** Ends an invitation that has not been used. */
export const WithdrawInvitation = graphql(`
  mutation WithdrawInvitation($id: ID!) {
    withdrawInvitation(id: $id)
  }
`);

/** Decides who can create an account. */
export const SetRegistrationMode = graphql(`
  mutation SetRegistrationMode($mode: RegistrationMode!) {
    setRegistrationMode(mode: $mode) {
      registration
      secondFactor
    }
  }
`);

/** Who can create an account. */
export type RegistrationMode = ResultOf<typeof SetRegistrationMode>['setRegistrationMode']['registration'];

/** Marks an operation as one about invitations, so that urql fetches their list again. */
export const ABOUT_INVITATIONS = { additionalTypenames: ['Invitation'] };
