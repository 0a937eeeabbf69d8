import { Client, type CombinedError, cacheExchange, fetchExchange, mapExchange, subscriptionExchange } from 'urql';
import { paths } from '../../paths';
import { csrfToken } from '../session/csrf-token';
import type { LiveSocket } from './live-socket';

/**
 * The GraphQL client, with every exchange in one file: queries and mutations by POST with the
 * session cookie, subscriptions over the live socket. Calls `onSignedOut` when the server answers
 * that the session has ended.
 */
export function createGraphqlClient(subscribe: LiveSocket['subscribe'], onSignedOut: () => void): Client {
  return new Client({
    url: paths.graphql,
    preferGetMethod: false,
    fetchOptions: () => ({ headers: { 'X-CSRFToken': csrfToken() } }),
    exchanges: [
      cacheExchange,
      mapExchange({
        onError(error) {
          if (isUnauthenticated(error)) onSignedOut();
        },
      }),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables, operationName, extensions }) => ({
          subscribe: (sink) => ({
            unsubscribe: subscribe(
              { query, variables, operationName, extensions },
              { next: (result) => sink.next(result) },
            ),
          }),
        }),
      }),
    ],
  });
}

function isUnauthenticated({ graphQLErrors, response }: CombinedError): boolean {
  return response?.status === 401 || graphQLErrors.some((error) => error.extensions.code === 'UNAUTHENTICATED');
}
