import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** What a receiver of messages got. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** How a receiver answers. */
export type ReceiverAnswer = (response: ServerResponse, request: ReceivedRequest) => void;

/** Answers with a status, a body and headers. */
export function says(status: number, body = '', headers: Record<string, string> = {}): ReceiverAnswer {
  return (response) => void response.writeHead(status, headers).end(body);
}

/** A receiver of messages on this machine, which takes everything until a test says otherwise; it ends with the test. */
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
    /** What came so far. */
    received,
    /** How many requests there were at one time, at most. */
    mostAtOnce: () => mostAtOnce,
    answersWith(next: ReceiverAnswer) {
      answer = next;
    },
  };
}

/** A receiver under test. */
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** What was sent as JSON. */
export function jsonOf<T = Record<string, unknown>>({ body }: ReceivedRequest): T {
  return JSON.parse(body.toString('utf8'));
}
