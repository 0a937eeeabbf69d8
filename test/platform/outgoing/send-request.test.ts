import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AddressGuard, type Guard } from '../../../src/platform/outgoing/address-guard.js';
import { OutgoingFailure } from '../../../src/platform/outgoing/outgoing-failure.js';
import { type OutgoingRequest, sendRequest } from '../../../src/platform/outgoing/send-request.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function startReceiver(answer: RequestListener): Promise<{ port: number; url: URL; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.headers.host}${request.url}`);
    answer(request, response);
  });
  const port = await listen(server);
  onTestFinished(() => server.closeAllConnections());
  return { port, requests, url: new URL(`http://127.0.0.1:${port}/hook`) };
}

/** Sends requests with name resolution defined by the test; by default, this machine is allowed. */
function sender({ allowed = ['127.0.0.1'], answers = [['127.0.0.1']] as readonly string[][] } = {}) {
  const clock = new FakeClock();
  let asked = 0;
  const guard: Guard = new AddressGuard({
    allowedNetworks: allowed,
    publicUrl: 'https://vigia.example',
    ownPort: 1,
    ownAddresses: () => [],
    resolve: async () => {
      asked += 1;
      return answers[asked - 1] ?? answers.at(-1) ?? [];
    },
  });
  const send = (request: Partial<OutgoingRequest> & { url: URL }) =>
    sendRequest({ method: 'POST', body: 'x', ...request }, { guard, clock });
  const failure = async (request: Partial<OutgoingRequest> & { url: URL }) => {
    const outcome = await send(request).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(OutgoingFailure);
    return outcome as OutgoingFailure;
  };
  return { clock, send, failure, asked: () => asked };
}

describe('an outgoing request (contract 12, promise 47)', () => {
  test('is sent as it is, without a word about who asks for what', async () => {
    const headers: object[] = [];
    const { url } = await startReceiver((request, response) => {
      headers.push(request.headers);
      response.writeHead(201, { 'x-answer': 'yes' }).end('thanks');
    });
    const { send } = sender();
    const answer = await send({ url, headers: { 'content-type': 'text/plain' } });
    expect({ ...answer, body: answer.body.toString() }).toMatchObject({
      status: 201,
      body: 'thanks',
      cutBy: undefined,
    });
    expect(answer.headers['x-answer']).toBe('yes');
    expect(headers).toEqual([
      {
        host: url.host,
        'user-agent': expect.stringMatching(/^Vigia\//),
        'accept-encoding': 'identity',
        'content-type': 'text/plain',
        'content-length': '1',
        connection: 'close',
      },
    ]);
  });

  test.each([301, 302, 303, 307, 308])(
    'a redirect with status %i is an answer, and is not followed',
    async (status) => {
      const other = await startReceiver((_request, response) => response.end());
      const { url } = await startReceiver((_request, response) =>
        response.writeHead(status, { location: other.url.href }).end(),
      );
      expect((await sender().send({ url })).status).toBe(status);
      expect(other.requests).toEqual([]);
    },
  );

  test('a name is looked up once: what it resolves to after the check is of no use to anybody', async () => {
    const { port, requests } = await startReceiver((_request, response) => response.end('inner'));
    // The name first resolves to an internet host that does not respond here, then to this machine.
    const { clock, failure, asked } = sender({ allowed: [], answers: [['192.0.2.1'], ['127.0.0.1']] });
    expect(await failure({ url: new URL(`http://name.example:${port}/`) })).toMatchObject({
      reason: 'address_refused',
    });
    expect(asked()).toBe(1);
    const outer = sender({ allowed: ['127.0.0.2'], answers: [['127.0.0.2'], ['127.0.0.1']] });
    await outer.failure({ url: new URL(`http://name.example:${port}/`) });
    expect(outer.asked()).toBe(1);
    expect(requests).toEqual([]);
    expect(clock.running).toBe(0);
  });

  test('a name that resolves to an allowed address is connected to at that address', async () => {
    const { port, requests } = await startReceiver((_request, response) => response.end());
    const { send } = sender();
    expect((await send({ url: new URL(`http://name.example:${port}/a?b=c`) })).status).toBe(200);
    expect(requests).toEqual([`POST name.example:${port}/a?b=c`]);
  });

  test.each([[['127.0.0.1']], [['10.0.0.1']], [['8.8.8.8', '127.0.0.1']], [['::ffff:127.0.0.1']], [['::1']]])(
    'a name that resolves to %j is refused before anything is sent',
    async (answers) => {
      const { port, requests } = await startReceiver((_request, response) => response.end());
      const { failure } = sender({ allowed: [], answers: [answers] });
      expect((await failure({ url: new URL(`http://name.example:${port}/`) })).reason).toBe('address_refused');
      expect(requests).toEqual([]);
    },
  );

  test('no connection that another request has opened is used', async () => {
    const { port, requests } = await startReceiver((_request, response) => response.end());
    const url = new URL(`http://name.example:${port}/`);
    expect((await sender().send({ url })).status).toBe(200);
    expect((await sender({ allowed: [] }).failure({ url })).reason).toBe('address_refused');
    expect(requests).toHaveLength(1);
  });

  test('a proxy of the environment is not asked', async () => {
    const proxy = await startReceiver((_request, response) => response.end('by the proxy'));
    const { url, requests } = await startReceiver((_request, response) => response.end('directly'));
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']) {
      const before = process.env[name];
      process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.url.origin;
      onTestFinished(() => {
        if (before === undefined) delete process.env[name];
        else process.env[name] = before;
      });
    }
    expect((await sender().send({ url })).body.toString()).toBe('directly');
    expect([proxy.requests, requests.length]).toEqual([[], 1]);
  });

  test('64 KiB of an answer are read whole, and of one byte more 64 KiB', async () => {
    for (const [size, cutBy] of [
      [65_536, undefined],
      [65_537, 'too_large'],
    ] as const) {
      const { url } = await startReceiver((_request, response) => response.end(Buffer.alloc(size, 'a')));
      const answer = await sender().send({ url });
      expect([answer.body.length, answer.cutBy]).toEqual([65_536, cutBy]);
    }
  });

  test('of 100 MB, little is ever sent: the connection is ended', async () => {
    let sent = 0;
    const closed = Promise.withResolvers<void>();
    const { url } = await startReceiver((_request, response) => {
      response.on('close', closed.resolve);
      const chunk = Buffer.alloc(64 * 1024, 'a');
      const more = () => {
        while (sent < 100 * 1024 ** 2 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
      };
      more();
    });
    expect(await sender().send({ url })).toMatchObject({ status: 200, cutBy: 'too_large' });
    await closed.promise;
    expect(sent).toBeLessThan(25 * 1024 ** 2);
  });

  test('a receiver that does not answer is left after ten seconds', async () => {
    const asked = Promise.withResolvers<void>();
    const { url } = await startReceiver(() => asked.resolve());
    const { clock, failure } = sender();
    const outcome = failure({ url });
    await asked.promise;
    await clock.advance({ ms: 9999 });
    await clock.advance({ ms: 1 });
    expect(await outcome).toMatchObject({ reason: 'too_slow', isSilent: true });
    expect(clock.running).toBe(0);
  });

  test('a look-up of a name that does not end is left as well', async () => {
    const guard: Guard = { checkUrl: () => {}, addressesOf: () => new Promise(() => {}) };
    const clock = new FakeClock();
    const outcome = sendRequest({ url: new URL('http://name.example/'), method: 'GET' }, { guard, clock });
    outcome.catch(() => {});
    await clock.advance({ seconds: 10 });
    // The receiver was never reached, so our own network may be the cause.
    await expect(outcome).rejects.toMatchObject({ reason: 'too_slow', isSilent: false });
  });

  test('of an answer that drips, what has come by then is there', async () => {
    const { url } = await startReceiver((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(timer));
    });
    const { clock, send } = sender();
    const header = Promise.withResolvers<void>();
    const noteHeader = () => header.resolve();
    subscribe('http.client.response.finish', noteHeader);
    onTestFinished(() => void unsubscribe('http.client.response.finish', noteHeader));
    const answer = send({ url });
    await header.promise;
    await clock.advance({ seconds: 10 });
    expect(await answer).toMatchObject({ status: 200, cutBy: 'too_slow' });
  });

  test('a header that drips, or has no end, is left or refused', async () => {
    const sockets: Socket[] = [];
    const connected = Promise.withResolvers<void>();
    const port = await listen(
      createTcpServer((socket) => {
        sockets.push(socket.on('error', () => {}));
        socket.write('HTTP/1.1 200 OK\r\nx-drip: ');
        connected.resolve();
      }),
    );
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    const { clock, failure } = sender();
    const slow = failure({ url: new URL(`http://127.0.0.1:${port}/`) });
    await connected.promise;
    await clock.advance({ seconds: 10 });
    expect(await slow).toMatchObject({ reason: 'too_slow', isSilent: true });
    const { url } = await startReceiver((_request, response) =>
      response.writeHead(200, { 'x-long': 'a'.repeat(17_000) }).end(),
    );
    expect(await sender().failure({ url })).toMatchObject({ reason: 'no_connection', detail: 'HPE_HEADER_OVERFLOW' });
  });

  test('a receiver that refuses or breaks the connection is named by the word of the system', async () => {
    const server = createTcpServer((socket) => socket.destroy());
    const port = await listen(server);
    expect(await sender().failure({ url: new URL(`http://127.0.0.1:${port}/`) })).toMatchObject({
      reason: 'no_connection',
      detail: 'ECONNRESET',
    });
    server.close();
    await once(server, 'close');
    expect((await sender().failure({ url: new URL(`http://127.0.0.1:${port}/`) })).detail).toBe('ECONNREFUSED');
    const { url } = await startReceiver((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setImmediate(() => response.destroy());
    });
    expect(await sender().send({ url })).toMatchObject({ status: 200, cutBy: 'ECONNRESET' });
  });

  test('who asks can end it', async () => {
    const asked = Promise.withResolvers<void>();
    const { url } = await startReceiver(() => asked.resolve());
    const stop = new AbortController();
    const { clock, send } = sender();
    const outcome = send({ url, signal: stop.signal });
    await asked.promise;
    stop.abort(new Error('enough'));
    await expect(outcome).rejects.toThrow('enough');
    expect(clock.running).toBe(0);
  });
});
