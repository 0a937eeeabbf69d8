import { Client, fetchExchange, gql } from 'urql';
import { describe, expect, test } from 'vitest';
import { CONNECTING, type Connection, LIVE } from '../../../client/src/lib/graphql/connection.js';
import { keepAnswers } from '../../../client/src/lib/graphql/keep-answers.js';
import { fetchWhileServerIsThere } from '../../../client/src/lib/graphql/while-server-is-there.js';
import { createStore } from '../../../client/src/lib/state/store.js';

const QUERY = gql('query Figure { figure }');
const AWAY: Connection = { state: 'offline', since: 0 };
const ANEW = { requestPolicy: 'network-only' } as const;

/**
 * Returns a client and its server. The server responds with `figure`, or with a code if one is set, and refuses
 * connections while `figure` is undefined.
 */
function clientOf() {
  const connection = createStore<Connection>(CONNECTING);
  const server: { figure: number | undefined; code?: string; asked: number } = { figure: 1, asked: 0 };
  const client = new Client({
    url: 'http://vigia.example/graphql',
    preferGetMethod: false,
    fetch: async () => {
      server.asked += 1;
      const { figure, code } = server;
      if (figure === undefined) throw new TypeError('Failed to fetch');
      const body = code ? { errors: [{ message: code, extensions: { code } }] } : { data: { figure } };
      return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
    },
    exchanges: [keepAnswers(connection), fetchExchange],
  });
  const results: { data: unknown; isFailed: boolean }[] = [];
  const { unsubscribe } = client
    .query(QUERY, {}, ANEW)
    .subscribe(({ data, error }) => results.push({ data, isFailed: error !== undefined }));
  const last = () => results.at(-1);
  return { connection, server, client, last, unsubscribe };
}

describe('answers of queries in use (contract 4)', () => {
  test('stay beside the failure while the server is away, and come anew by themselves when it is back', async () => {
    const { connection, server, client, last } = clientOf();
    connection.set(LIVE);
    await expect.poll(last).toEqual({ data: { figure: 1 }, isFailed: false });
    server.figure = undefined;
    await client.query(QUERY, {}, ANEW);
    await expect.poll(last).toEqual({ data: { figure: 1 }, isFailed: true });
    connection.set(AWAY);
    server.figure = 2;
    connection.set(CONNECTING);
    connection.set(LIVE);
    await expect.poll(last).toEqual({ data: { figure: 2 }, isFailed: false });
  });

  test('stay while the server has too much to do, as when all pages ask at once after it was away', async () => {
    const { server, client, last } = clientOf();
    await expect.poll(last).toEqual({ data: { figure: 1 }, isFailed: false });
    server.code = 'SERVICE_UNAVAILABLE';
    await client.query(QUERY, {}, ANEW);
    await expect.poll(last).toEqual({ data: { figure: 1 }, isFailed: true });
  });

  test('are not kept when the server refuses', async () => {
    const { server, client, last } = clientOf();
    await expect.poll(last).toEqual({ data: { figure: 1 }, isFailed: false });
    server.code = 'FORBIDDEN';
    await client.query(QUERY, {}, ANEW);
    await expect.poll(last).toEqual({ data: undefined, isFailed: true });
  });

  test('of queries that nothing shows any longer are not asked for again', async () => {
    const { connection, server, last, unsubscribe } = clientOf();
    await expect.poll(last).toBeDefined();
    unsubscribe();
    const before = server.asked;
    connection.set(AWAY);
    connection.set(LIVE);
    await new Promise(setImmediate);
    expect(server.asked).toBe(before);
  });
});

describe('a request that is not answered', () => {
  test('ends when the server is found to be away', async () => {
    const connection = createStore<Connection>(LIVE);
    const original = globalThis.fetch;
    globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    try {
      const answer = fetchWhileServerIsThere(connection)('http://vigia.example/graphql');
      connection.set(AWAY);
      await expect(answer).rejects.toThrow('The server is away');
    } finally {
      globalThis.fetch = original;
    }
  });
});
