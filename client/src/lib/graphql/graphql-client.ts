import {
  Client,
  type CombinedError,
  cacheExchange,
  fetchExchange,
  mapExchange,
  type OperationResult,
  subscriptionExchange,
} from 'urql';
import { paths } from '../../paths';
import { csrfToken } from '../session/csrf-token';
import type { Store } from '../state/store';
import type { Connection } from './connection';
import { keepAnswers } from './keep-answers';
import type { LiveSocket } from './live-socket';
import { fetchWhileServerIsThere } from './while-server-is-there';

/**
 * Creates the GraphQL client, with all exchanges in one file: queries and mutations by POST with the session cookie,
 * and subscriptions over the live socket. Calls `onSignedOut` when the server reports that the session has ended, and
 * `onReauthenticationRequired` when the user must reauthenticate; its result replaces the refused one.
 */
export function createGraphqlClient(
  subscribe: LiveSocket['subscribe'],
  connection: Store<Connection>,
  onSignedOut: () => void,
  onReauthenticationRequired: (client: Client, refused: OperationResult) => Promise<OperationResult>,
): Client {
  const client: Client = new Client({
    url: paths.graphql,
    preferGetMethod: false,
    fetch: fetchWhileServerIsThere(connection),
    fetchOptions: () => ({ headers: { 'X-CSRFToken': csrfToken() } }),
    exchanges: [
      keepAnswers(connection),
      cacheExchange,
      mapExchange({
        onError(error) {
          if (isUnauthenticated(error)) onSignedOut();
        },
        onResult(result) {
          if (hasCode(result.error, 'REAUTHENTICATION_REQUIRED')) return onReauthenticationRequired(client, result);
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
  return client;
}

function isUnauthenticated(error: CombinedError): boolean {
  return error.response?.status === 401 || hasCode(error, 'UNAUTHENTICATED');
}

function hasCode(error: CombinedError | undefined, code: string): boolean {
  return !!error?.graphQLErrors.some(({ extensions }) => extensions.code === code);
}
