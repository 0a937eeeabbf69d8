import { randomUUID } from 'node:crypto';
import type { AgentIntake, ConnectedAgent } from '../features/monitoring/agents/agent-intake.js';
import { createStoredSample, type StoredSample } from '../features/monitoring/history/stored-sample.js';
import type { ReportFailure } from '../shared/errors/report-failure.js';
import type { Clock, Stop } from '../shared/time/clock.js';
import { vigiaVersion } from '../shared/vigia-version.js';
import { MINUTE_MS } from './machines/curves.js';
import { factsOf } from './machines/facts.js';
import { busiestProcesses, processUses } from './machines/processes.js';
import type { InventedReadings } from './machines/readings.js';

interface LivingAgentDeps {
  readonly readings: InventedReadings;
  readonly token: string;
  readonly intake: AgentIntake;
  readonly clock: Clock;
  readonly report: ReportFailure;
}

/** Plays the agent of an invented machine, from within the service: sends its samples and its finished minutes. */
export class LivingAgent {
  #agent: ConnectedAgent | undefined;
  #stop: Stop = () => {};
  #minuteMs = 0;
  #samples: StoredSample[] = [];

  constructor(private readonly deps: LivingAgentDeps) {}

  /** Connects and sends the first sample. */
  async start(): Promise<void> {
    const { readings, token, intake, clock } = this.deps;
    const nowMs = clock.now().getTime();
    const greeting = { token, instance: randomUUID(), version: vigiaVersion, facts: factsOf(readings), nowMs };
    const agent = await intake.admit(
      { ...greeting, address: `192.0.2.${10 + readings.machine.number}` },
      {
        askProcesses: async () => busiestProcesses(readings, clock.now().getTime()),
        tellInterval: (intervalMs) => this.#measureEvery(intervalMs),
        end: () => this.stop(),
      },
    );
    if (typeof agent === 'string') throw new Error(`The agent of ${readings.machine.facts.name} is refused: ${agent}`);
    this.#agent = agent;
    this.#send(nowMs);
    this.#measureEvery(agent.intervalMs);
  }

  stop(): void {
    this.#stop();
    this.#agent = undefined;
  }

  #measureEvery(intervalMs: number): void {
    const { clock, readings } = this.deps;
    this.#stop();
    this.#stop = clock.every(intervalMs, () => {
      const nowMs = clock.now().getTime();
      if (!readings.isSilentAt(nowMs)) this.#send(nowMs);
    });
  }

  #send(nowMs: number): void {
    const { readings, report } = this.deps;
    const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
    if (minuteMs !== this.#minuteMs) {
      const [startMs, samples] = [this.#minuteMs, this.#samples];
      this.#minuteMs = minuteMs;
      this.#samples = [];
      if (samples.length > 0)
        void this.#agent?.takeMinute(startMs, samples, processUses(readings, startMs)).catch(report);
    }
    const sample = { ...readings.at(nowMs), sampledAt: new Date(nowMs).toISOString() };
    this.#samples.push(createStoredSample(sample));
    this.#agent?.takeSample(sample, nowMs);
  }
}
