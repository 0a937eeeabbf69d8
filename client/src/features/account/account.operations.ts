import { graphql, type ResultOf } from 'gql.tada';

/** Data that the account page shows first. */
export const AccountQuery = graphql(`
  query Account {
    waysIn {
      hasPassword
    }
    me {
      username
      firstName
      email
    }
    preferences {
      language
      theme
      dataRates
      unitPrefixes
      temperature
      timeZone
      clock
      serverTimeZone
    }
  }
`);

export type Profile = NonNullable<ResultOf<typeof AccountQuery>['me']>;

/** Language, theme and units of an account. */
export type Preferences = ResultOf<typeof AccountQuery>['preferences'];

/** Changes the user's name and e-mail address. */
export const ChangeProfile = graphql(`
  mutation ChangeProfile($input: ProfileInput!) {
    changeProfile(input: $input) {
      username
      firstName
      email
    }
  }
`);

export const ChangePreferences = graphql(`
  mutation ChangePreferences($language: Language, $theme: Theme) {
    changePreferences(language: $language, theme: $theme) {
      language
      theme
    }
  }
`);

/** Changes the password, which also ends every other session. */
export const ChangePassword = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input)
  }
`);

export const SessionsQuery = graphql(`
  query Sessions {
    sessions {
      id
      createdAt
      address
      browser
      isCurrent
    }
  }
`);

/** A signed-in browser. */
export type OpenSession = ResultOf<typeof SessionsQuery>['sessions'][number];

export const EndSession = graphql(`
  mutation EndSession($id: ID!) {
    endSession(id: $id)
  }
`);

/** Ends every session except the current one. */
export const EndOtherSessions = graphql(`
  mutation EndOtherSessions {
    endOtherSessions
  }
`);

/** Marks an operation as affecting sessions so that urql refetches their list. */
export const ABOUT_SESSIONS = { additionalTypenames: ['Session'] };
