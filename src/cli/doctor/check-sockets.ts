import { CloseCode } from 'graphql-ws';
import { WebSocket } from 'ws';
import { GRAPHQL_PATH } from '../../app/request-context.js';
import { AGENT_PATH, AGENT_PROTOCOLS } from '../../features/monitoring/agents/protocol/protocol.js';
import { type TrustedCertificate, trust } from '../../platform/outgoing/send-request.js';
import { type Finding, findingsOn } from './finding.js';
import { CHECK_LIMIT_MS } from './within-limit.js';

const { ok, warning, problem } = findingsOn('sockets');

/** Tries whether WebSockets pass, for pages and for agents, by connections that the service refuses. */
export async function checkSockets(publicUrl: string, certificate?: TrustedCertificate): Promise<readonly Finding[]> {
  const [pages, agents] = await Promise.all([
    tryToConnect(new URL(GRAPHQL_PATH, publicUrl), ['graphql-transport-ws'], certificate),
    tryToConnect(new URL(AGENT_PATH, publicUrl), [...AGENT_PROTOCOLS], certificate),
  ]);
  const hint = 'let the proxy pass WebSocket upgrades on, unbuffered (docs/operations/proxy.md)';
  const findings = [
    ...(pages === `closed ${CloseCode.Unauthorized}`
      ? []
      : [problem(`Live pages cannot connect to /graphql (${pages}): ${hint}.`)]),
    ...(agents === 'status 401' ? [] : [warning(`Agents cannot connect to /agent (${agents}): ${hint}.`)]),
  ];
  return findings.length > 0 ? findings : [ok('WebSockets of pages and agents pass.')];
}

/** Connects, introduces itself without credentials, and returns how that ended. */
function tryToConnect(
  url: URL,
  protocols: readonly string[],
  certificate: TrustedCertificate | undefined,
): Promise<string> {
  url.protocol = url.protocol.replace('http', 'ws');
  const socket = new WebSocket(url, [...protocols], {
    handshakeTimeout: CHECK_LIMIT_MS,
    followRedirects: false,
    ...(certificate && trust(certificate.cert)),
  });
  return new Promise((resolve) => {
    const overdue = setTimeout(() => resolve('no answer'), CHECK_LIMIT_MS);
    const end = (outcome: string) => {
      clearTimeout(overdue);
      resolve(outcome);
    };
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init' })));
    socket.on('close', (code) => end(`closed ${code}`));
    socket.on('unexpected-response', (request, { statusCode }) => {
      end(`status ${statusCode}`);
      request.destroy();
    });
    socket.on('error', (error) => end(('code' in error && String(error.code)) || error.message));
  }).finally(() => socket.terminate()) as Promise<string>;
}
