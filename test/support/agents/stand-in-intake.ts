import type {
  AgentChannel,
  AgentGreeting,
  AgentIntake,
  AgentRefusal,
  ConnectedAgent,
} from '../../../src/features/monitoring/agents/agent-intake.js';
import type { StoredSample } from '../../../src/features/monitoring/history/stored-sample.js';
import type { Sample } from '../../../src/features/monitoring/sampler.js';

/** The token of the one host that a stand-in knows. */
export const AGENT_TOKEN = `vigia_host_${'t'.repeat(43)}`;

/** Takes what agents hand in as the service does, and keeps it where a test can look at it. It outlives its hub. */
export class StandInIntake implements AgentIntake {
  readonly greetings: AgentGreeting[] = [];
  readonly channels: AgentChannel[] = [];
  readonly samples: { readonly sample: Sample; readonly nowMs: number }[] = [];
  /** Each minute that was stored, by its beginning; the first that arrives counts. */
  readonly minutes = new Map<number, readonly StoredSample[]>();
  /** The beginnings in the order in which they arrived, those that were stored before included. */
  readonly arrivals: number[] = [];
  left = 0;
  intervalMs = 1000;
  known = true;
  refusal: AgentRefusal | undefined;
  /** What is done before a minute is stored, and after. */
  beforeStoring: (startMs: number) => Promise<void> = async () => {};
  afterStoring: (startMs: number) => Promise<void> = async () => {};

  async isKnown(token: string): Promise<boolean> {
    return this.known && token === AGENT_TOKEN;
  }

  async admit(greeting: AgentGreeting, channel: AgentChannel): Promise<ConnectedAgent | AgentRefusal> {
    this.greetings.push(greeting);
    if (this.refusal) return this.refusal;
    this.channels.push(channel);
    return {
      intervalMs: this.intervalMs,
      takeSample: (sample, nowMs) => void this.samples.push({ sample, nowMs }),
      takeMinute: async (startMs, samples) => {
        this.arrivals.push(startMs);
        await this.beforeStoring(startMs);
        if (!this.minutes.has(startMs)) this.minutes.set(startMs, samples);
        await this.afterStoring(startMs);
      },
      leave: async () => {
        this.left += 1;
      },
    };
  }
}
