import 'reflect-metadata';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { GraphQLContext } from '../../../../src/platform/graphql/context.js';
import { createExecutableSchema } from '../../../../src/platform/graphql/executable-schema.js';
import { createGraphQLEngine } from '../../../../src/platform/graphql/graphql-engine.js';
import { HttpTransport } from '../../../../src/platform/graphql/http/http-transport.js';
import { TopicPubSub } from '../../../../src/platform/graphql/pub-sub.js';
import { CsrfFailed } from '../../../../src/platform/web/web.errors.js';

let changes = 0;

@Resolver()
class Ledger {
  @Query(() => String)
  async who(@Ctx() context: GraphQLContext): Promise<string> {
    return (await context.viewer())?.username ?? 'nobody';
  }

  @Mutation(() => String)
  change(): string {
    changes += 1;
    return 'changed';
  }
}

async function startService(forged: boolean): Promise<string> {
  const transport = new HttpTransport({
    ...createGraphQLEngine(createExecutableSchema([new Ledger()], new TopicPubSub())),
    identifyCaller: async () => ['user 1'],
    report: () => 'id',
    headers: {},
    buildContext: () => ({
      language: 'en',
      mailLanguage: 'en',
      transport: 'graphql',
      address: '192.0.2.1',
      now: () => new Date(),
      viewer: async () => null,
      guest: async () => null,
      giveGuestCookie: () => {},
      rejectForgery: () => {
        if (forged) throw new CsrfFailed();
      },
      rejectForgedQuery: () => {},
    }),
  });
  const server = express()
    .use(express.json(), (request, response) => transport.answerPost(request, response, request.body))
    .listen(0);
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    await transport.stop();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function send(address: string, query: string) {
  const body = JSON.stringify({ query });
  const response = await fetch(address, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  return { status: response.status, text: await response.text() };
}

describe('a mutation that acts for its caller (promise 11)', () => {
  test('is asked for its origin before anything runs; queries are not', async () => {
    const address = await startService(true);
    const rejected = await send(address, 'mutation { change }');
    expect(rejected.status).toBe(403);
    expect(JSON.parse(rejected.text)).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    expect((await send(address, 'mutation { ...F } fragment F on Mutation { change }')).status).toBe(403);
    expect(changes).toBe(0);
    expect((await send(address, '{ who }')).status).toBe(200);
  });

  test('runs when its origin is proven', async () => {
    const address = await startService(false);
    expect(await send(address, 'mutation { change }')).toEqual({
      status: 200,
      text: '{"data":{"change":"changed"}}\n',
    });
    expect(changes).toBe(1);
  });
});
