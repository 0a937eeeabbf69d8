import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** The key that the service under test has; only the provider may ever see it. */
export const GEMINI_KEY = 'AIza-the-key-of-the-tests';

/** A call that the provider got. */
export interface ProviderCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly contents: readonly { readonly parts: readonly { readonly text: string }[] }[] };
  /** Resolves when the answer is over: whether it was sent to its end. */
  readonly ended: Promise<boolean>;
}

/** How the provider answers a call. */
export type ProviderAnswer = (response: ServerResponse) => void;

/** Answers with a text, as Gemini does. */
export function answersText(text: string, more: object = { finishReason: 'STOP' }): ProviderAnswer {
  return sends({ candidates: [{ content: { role: 'model', parts: [{ text }] }, ...more }] });
}

/** Answers with JSON, or with a text as it is. */
export function sends(body: object | string, status = 200): ProviderAnswer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** A provider on this machine that answers by Gemini's protocol as a test sets it up; it ends with the test. */
export async function startFakeGemini() {
  const calls: ProviderCall[] = [];
  const waiting: ((call: ProviderCall) => void)[] = [];
  let answer = answersText('Tudo calmo.');
  const server = createServer(async (request, response) => {
    const ended = once(response, 'close').then(() => response.writableFinished);
    const body = (await json(request)) as ProviderCall['body'];
    const call = { path: request.url ?? '', headers: request.headers, body, ended };
    calls.push(call);
    waiting.shift()?.(call);
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
  });
  return {
    baseUrl,
    /** What makes a service ask this provider. */
    environment: { AI_MODE: 'true', GEMINI_API_KEY: GEMINI_KEY, AI_BASE_URL: baseUrl },
    /** The calls so far. */
    calls,
    answersWith(next: ProviderAnswer) {
      answer = next;
    },
    /** The next call that arrives. */
    nextCall: () => new Promise<ProviderCall>((resolve) => waiting.push(resolve)),
  };
}
