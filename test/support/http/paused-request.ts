import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/**
 * Begins a GraphQL request in chunks and pauses after the first half of its body. Resolves once the service has sent
 * `100 Continue`, which means that it has handled the head.
 *
 * @returns a function that sends the rest and resolves to the response.
 */
export async function startPausedRequest(
  baseUrl: string,
  operation: { readonly query: string; readonly variables?: object },
  headers: Readonly<Record<string, string>>,
): Promise<() => Promise<Answer>> {
  const call = request(`${baseUrl}/graphql`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked', expect: '100-continue', ...headers },
  });
  onTestFinished(() => void call.destroy());
  call.flushHeaders();
  await once(call, 'continue');
  const body = JSON.stringify(operation);
  const half = Math.floor(body.length / 2);
  call.write(body.slice(0, half));
  return async () => {
    call.end(body.slice(half));
    const [response] = await once(call, 'response');
    return { status: response.statusCode, text: await text(response) };
  };
}
