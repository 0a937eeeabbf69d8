import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { AGENT_PATH, AGENT_PROTOCOLS } from '../../../src/features/monitoring/agents/protocol/protocol.js';
import { SampleWriter } from '../../../src/features/monitoring/agents/protocol/sample-writer.js';
import type { OwnReading } from '../../../src/features/monitoring/host/host-metrics.js';
import { FakeHost } from '../fakes/fake-host.js';
import { AGENT_TOKEN } from './stand-in-intake.js';

const GREETING = {
  instance: '6f1d1c6e-5a57-4c1e-9f6b-0d2f6a1b3c4d',
  version: '0.1.0',
  facts: {
    name: 'web-1',
    startedAt: '2026-01-01T00:00:00.000Z',
    system: 'Debian GNU/Linux 12 (bookworm)',
    kernel: '6.1.0',
    processor: 'AMD EPYC',
    cores: 2,
    environment: 'virtualMachine',
    environmentName: 'KVM',
  },
};

/** A connection for messages that an agent would send, or would never send. */
export class AgentSocket {
  readonly messages: Record<string, unknown>[] = [];
  readonly closed: Promise<readonly [code: number, reason: string]>;
  readonly #writer = new SampleWriter();

  private constructor(readonly socket: WebSocket) {
    socket.on('error', () => {});
    socket.on('message', (data) => this.messages.push(JSON.parse(String(data))));
    this.closed = new Promise((resolve) => {
      socket.once('close', (code, reason) => resolve([code, String(reason)]));
    });
  }

  /** Opens a connection. @returns the socket, or the HTTP status if the upgrade is rejected. */
  static async open(
    port: number,
    { token = AGENT_TOKEN, protocols = [...AGENT_PROTOCOLS] as string[], headers = {}, autoPong = true } = {},
  ) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${AGENT_PATH}`, protocols, {
      headers: { authorization: `Bearer ${token}`, ...headers },
      autoPong,
    });
    onTestFinished(() => socket.terminate());
    const agent = new AgentSocket(socket);
    return new Promise<AgentSocket | number>((resolve) => {
      socket.once('open', () => resolve(agent));
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    });
  }

  /** Opens a connection and greets the hub. Resolves once the interval has been received. */
  static async greeted(port: number, nowMs: number): Promise<AgentSocket> {
    const agent = await AgentSocket.open(port);
    if (typeof agent === 'number') throw new Error(`refused with ${agent}`);
    agent.greet(nowMs);
    await once(agent.socket, 'message');
    return agent;
  }

  greet(nowMs: number, changes: object = {}): void {
    this.send({ greeting: { ...GREETING, nowMs, ...changes } });
  }

  sample(nowMs: number, changes: Partial<OwnReading> = {}) {
    const reading = { ...new FakeHost().reading, ...changes };
    return this.#writer.write({ ...reading, sampledAt: new Date(nowMs).toISOString() }, nowMs);
  }

  send(message: object | string | Buffer): void {
    this.socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message));
  }
}
