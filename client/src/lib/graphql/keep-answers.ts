import {
  type AnyVariables,
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
 * Keeps the last response of each query in use while the server is unreachable, alongside the error, so that no page
 * loses its content; once the server is back, sends all of these queries again (contract 4).
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
  if (result.error?.networkError && result.data == null) return { ...result, data: known.data };
  known.data = result.data;
  return result;
}

function anew(operation: Operation): Operation<unknown, AnyVariables> {
  return makeOperation('query', operation, { ...operation.context, requestPolicy: 'network-only' });
}
