import { graphql, type ResultOf } from 'gql.tada';
import { useEffect } from 'react';
import { useQuery } from 'urql';
import { goToLogin } from './go-to-login';

const ViewerQuery = graphql(`
  query Viewer {
    me {
      username
      firstName
    }
  }
`);

/** The signed-in user, as far as the page frame needs to know. */
export type Viewer = NonNullable<ResultOf<typeof ViewerQuery>['me']>;

/**
 * Who is looking; undefined until the server has answered. Nobody is: the session has ended since
 * the page was served, and the page leaves for the login.
 */
export function useViewer(): Viewer | undefined {
  const [{ data }] = useQuery({ query: ViewerQuery });
  const signedOut = data?.me === null;
  useEffect(() => {
    if (signedOut) goToLogin();
  }, [signedOut]);
  return data?.me ?? undefined;
}
