import { graphql, type ResultOf } from 'gql.tada';

/** What the account page shows first. */
export const AccountQuery = graphql(`
  query Account {
    me {
      username
      firstName
      email
    }
    preferences {
      language
      theme
    }
  }
`);

/** The user's own profile. */
export type Profile = NonNullable<ResultOf<typeof AccountQuery>['me']>;

/** The language and theme of an account. */
export type Preferences = ResultOf<typeof AccountQuery>['preferences'];

/** Changes name and address. */
export const ChangeProfile = graphql(`
  mutation ChangeProfile($input: ProfileInput!) {
    changeProfile(input: $input) {
      username
      firstName
      email
    }
  }
`);

/** Changes language or theme. */
export const ChangePreferences = graphql(`
  mutation ChangePreferences($language: Language, $theme: Theme) {
    changePreferences(language: $language, theme: $theme) {
      language
      theme
    }
  }
`);

/** Changes the password, and ends every other session. */
export const ChangePassword = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input)
  }
`);

/** The sessions of the account. */
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

/** One signed-in browser. */
export type OpenSession = ResultOf<typeof SessionsQuery>['sessions'][number];

/** Ends one session. */
export const EndSession = graphql(`
  mutation EndSession($id: ID!) {
    endSession(id: $id)
  }
`);

/** Ends every session but the own one. */
export const EndOtherSessions = graphql(`
  mutation EndOtherSessions {
    endOtherSessions
  }
`);

/** Marks an operation as one about sessions, so that urql fetches their list again. */
export const ABOUT_SESSIONS = { additionalTypenames: ['Session'] };
