import { createHash, randomUUID } from 'node:crypto';
import type {
  AgentChannel,
  AgentEnd,
  AgentGreeting,
  AgentIntake,
} from '../../../src/features/monitoring/agents/agent-intake.js';
import { createStoredSample, type StoredSample } from '../../../src/features/monitoring/history/stored-sample.js';
import { newHostToken } from '../../../src/features/monitoring/host-token.js';
import { Host } from '../../../src/features/monitoring/hosts/storage/host.entity.js';
import { lockHostNumbers, newHostNumber } from '../../../src/features/monitoring/hosts/storage/host-numbers.js';
import type { Sample } from '../../../src/features/monitoring/sampler.js';
import type { Database } from '../../../src/platform/db/database.js';
import { FakeHost } from '../fakes/fake-host.js';

const { reading } = new FakeHost();

export interface AgentHost {
  readonly number: number;
  readonly token: string;
}

export async function addAgentHost(
  { em }: Pick<Database, 'em'>,
  { name = 'agent', now, intervalMs = 5000 }: { name?: string; now: Date; intervalMs?: number },
): Promise<AgentHost> {
  const token = newHostToken();
  const number = await em.fork().transactional(async (unit) => {
    await lockHostNumbers(unit);
    const next = await newHostNumber(unit, { hasAgent: true });
    unit.create(Host, {
      ...{ number: next, id: randomUUID(), name, hasAgent: true, intervalMs, tokenHash: computeHash(token) },
      ...{ firstSeenAt: now, lastSeenAt: now, samplesDays: 7, minutesDays: 90, hoursDays: 730 },
    });
    return next;
  });
  return { number, token };
}

export function computeHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Returns the agent's side of a connection as tests see it. */
export function fakeChannel() {
  const ends: AgentEnd[] = [];
  const intervals: number[] = [];
  const channel: AgentChannel = {
    askProcesses: async () => null,
    tellInterval: (ms) => void intervals.push(ms),
    end: (reason) => void ends.push(reason),
  };
  return { ends, intervals, channel };
}

export function createGreeting(token: string, now: Date, changes: Partial<AgentGreeting> = {}): AgentGreeting {
  return {
    token,
    instance: '00000000-0000-4000-8000-000000000001',
    version: '1.2.3',
    facts: {
      ...{ name: 'agent.example', system: 'Debian GNU/Linux 12', kernel: 'Linux 6.1.0', processor: null, cores: 2 },
      ...{ startedAt: '2026-01-01T00:00:00.000Z', environment: 'unknown', environmentName: null },
    },
    nowMs: now.getTime(),
    address: '192.0.2.7',
    ...changes,
  };
}

/** Connects an agent. @throws if the agent is not accepted. */
export async function connectAgent(
  intake: AgentIntake,
  token: string,
  now: Date,
  changes: Partial<AgentGreeting> = {},
) {
  const { ends, intervals, channel } = fakeChannel();
  const agent = await intake.admit(createGreeting(token, now, changes), channel);
  if (typeof agent === 'string') throw new Error(`The agent is refused: ${agent}`);
  return { ends, intervals, agent };
}

export function sampleAt(ms: number, changes: Partial<Sample> = {}): Sample {
  return { ...reading, sampledAt: new Date(ms).toISOString(), ...changes };
}

/** Returns a minute of samples, twelve by default, with CPU values counting up from `cpu`. */
export function minuteOf(startMs: number, { cpu = 0, count = 12 } = {}): StoredSample[] {
  return Array.from({ length: count }, (_, n) =>
    createStoredSample(sampleAt(startMs + n * 5000, { cpuPercent: (cpu + n) % 100 })),
  );
}
