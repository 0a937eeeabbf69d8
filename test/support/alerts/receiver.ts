import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type ReceiverAnswer = (response: ServerResponse, request: ReceivedRequest) => void;

export function says(status: number, body = '', headers: Record<string, string> = {}): ReceiverAnswer {
  return (response) => void response.writeHead(status, headers).end(body);
}

/** Starts a receiver that runs on this machine until the end of the test. By default, it accepts everything. */
export async function startReceiver() {
  const received: ReceivedRequest[] = [];
  let answer: ReceiverAnswer = says(200, 'ok');
  let underWay = 0;
  let mostAtOnce = 0;
  const server = createServer(async (request, response) => {
    underWay += 1;
    mostAtOnce = Math.max(mostAtOnce, underWay);
    response.on('close', () => {
      underWay -= 1;
    });
    const body = await buffer(request).catch(() => undefined);
    if (!body) return;
    const got = { path: request.url ?? '', headers: request.headers, body };
    received.push(got);
    answer(response, got);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    mostAtOnce: () => mostAtOnce,
    answersWith(next: ReceiverAnswer) {
      answer = next;
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

export function jsonOf<T = Record<string, unknown>>({ body }: ReceivedRequest): T {
  return JSON.parse(body.toString('utf8'));
}
