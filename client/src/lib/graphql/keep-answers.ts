import {
  type AnyVariables,
  type CombinedError,
  type Exchange,
  makeOperation,
  mapExchange,
  type Operation,
  type OperationResult,
} from 'urql';
import type { Store } from '../state/store';
import type { Connection } from './connection';

interface ActiveQuery {
  readonly operation: Operation;
  data: unknown;
}

/**
 * Keeps the last answer of each query in use while the server cannot be reached or is too busy, beside the error, so
 * that no page loses what it shows; when the server is back, asks all of them again (contract 4).
 */
export function keepAnswers(connection: Store<Connection>): Exchange {
  return (input) => {
    const active = new Map<number, ActiveQuery>();
    let wasAway = false;
    connection.subscribe(() => {
      const { state } = connection.get();
      if (state === 'offline') wasAway = true;
      if (state !== 'live' && state !== 'asking') return;
      if (wasAway) for (const { operation } of active.values()) input.client.reexecuteOperation(anew(operation));
      wasAway = false;
    });
    return mapExchange({
      onOperation(operation) {
        const { kind, key } = operation;
        if (kind === 'teardown') active.delete(key);
        else if (kind === 'query') active.set(key, { operation, data: active.get(key)?.data });
      },
      onResult: (result) => withKnownData(result, active.get(result.operation.key)),
    })(input);
  };
}

function withKnownData(result: OperationResult, known: ActiveQuery | undefined): OperationResult {
  if (!known) return result;
  if (result.data == null && isUnanswered(result.error)) return { ...result, data: known.data };
  known.data = result.data;
  return result;
}

/** Whether the server could not be reached, or has too much to do: every page asks at once when it is back. */
function isUnanswered(error: CombinedError | undefined): boolean {
  const isBusy = error?.graphQLErrors.some(({ extensions }) => extensions.code === 'SERVICE_UNAVAILABLE');
  return error?.networkError !== undefined || isBusy === true;
}

function anew(operation: Operation): Operation<unknown, AnyVariables> {
  return makeOperation('query', operation, { ...operation.context, requestPolicy: 'network-only' });
}
