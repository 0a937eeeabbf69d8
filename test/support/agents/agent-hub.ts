import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { AgentsTransport } from '../../../src/features/monitoring/agents/agents.websocket.js';
import { AGENT_PATH } from '../../../src/features/monitoring/agents/protocol/protocol.js';
import { createHttpServer } from '../../../src/platform/web/requests/http-server.js';
import { rawResponse } from '../../../src/platform/web/requests/raw-response.js';
import { readBearer } from '../../../src/platform/web/requests/request-viewers.js';
import { upgradeHandler } from '../../../src/platform/web/requests/upgrade.js';
import { AllowedHosts } from '../../../src/platform/web/security/allowed-hosts.js';
import { CredentialRules } from '../../../src/platform/web/security/credentials.js';
import { RequestSources } from '../../../src/platform/web/security/request-source.js';
import { apiHeaders } from '../../../src/platform/web/security/security-headers.js';
import { systemClock } from '../../../src/shared/time/clock.js';
import { freePort } from '../processes/free-port.js';
import type { StandInIntake } from './stand-in-intake.js';

/** A hub that serves only agents, without the rest of the service. */
export interface AgentHub {
  readonly port: number;
  /** Stops as if by `kill -9`: nothing is announced or finished. */
  kill(): Promise<void>;
  /** Stops as if by SIGTERM. */
  drain(): Promise<void>;
}

/** Starts a hub that runs until the end of the test, on a new port unless one is given. */
export async function startAgentHub(intake: StandInIntake, port?: number): Promise<AgentHub> {
  const reject = rawResponse(apiHeaders({ sendsHsts: false }));
  const agents = new AgentsTransport({
    intake,
    clock: systemClock,
    addressOf: ({ socket }) => socket.remoteAddress ?? '',
    readBearer,
    reject,
    report: (error) => {
      console.error(error);
      return '';
    },
  });
  const allowedHosts = new AllowedHosts({ publicUrl: 'http://localhost', allowedHosts: [] });
  const server: Server = createHttpServer({
    handler: (_request, response) => void response.writeHead(404).end(),
    reject,
    upgrade: upgradeHandler({
      paths: { [AGENT_PATH]: { transport: 'agentSocket', accept: (...upgrade) => agents.accept(...upgrade) } },
      allowedHosts,
      credentialRules: new CredentialRules(new RequestSources({ allowedHosts, corsOrigins: [] })),
      reject,
    }),
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Uses a port that nothing else takes while the hub is away.
  server.listen(port ?? (await freePort()), '127.0.0.1');
  await once(server, 'listening');
  const beat = setInterval(() => agents.beat(), 1000);
  const kill = async () => {
    clearInterval(beat);
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  onTestFinished(kill);
  return {
    port: (server.address() as AddressInfo).port,
    kill,
    async drain() {
      await agents.stop();
      await kill();
    },
  };
}
