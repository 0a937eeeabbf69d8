import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Key of the service under test; only the provider may ever see it. */
export const GEMINI_KEY = 'AIza-the-key-of-the-tests';

export interface ProviderCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly contents: readonly { readonly parts: readonly { readonly text: string }[] }[] };
  /** Resolves when the response ends; true if it was sent in full. */
  readonly ended: Promise<boolean>;
}

export type ProviderAnswer = (response: ServerResponse) => void;

/** Responds with text in Gemini's format. */
export function answersText(text: string, more: object = { finishReason: 'STOP' }): ProviderAnswer {
  return sends({ candidates: [{ content: { role: 'model', parts: [{ text }] }, ...more }] });
}

export function sends(body: object | string, status = 200): ProviderAnswer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** Starts a provider on this machine that speaks Gemini's protocol and does as the test says. It ends with the test. */
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
    /** Settings that make a service use this provider. */
    environment: { AI_MODE: 'true', GEMINI_API_KEY: GEMINI_KEY, AI_BASE_URL: baseUrl },
    calls,
    answersWith(next: ProviderAnswer) {
      answer = next;
    },
    nextCall: () => new Promise<ProviderCall>((resolve) => waiting.push(resolve)),
  };
}
