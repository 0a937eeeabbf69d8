import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that answers as an exporter, or in whatever way a test wants. */
export async function startFakeExporter(text: string | Answer) {
  let answer: string | Answer = text;
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    if (typeof answer === 'string') response.end(answer);
    else answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`,
    requests,
    /** Changes what is answered from now on. */
    answer(next: string | Answer): void {
      answer = next;
    },
  };
}
