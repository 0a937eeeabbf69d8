import type {
  AgentChannel,
  AgentGreeting,
  AgentIntake,
  AgentRefusal,
  ConnectedAgent,
} from '../../../src/features/monitoring/agents/agent-intake.js';
import type { HostSeries } from '../../../src/features/monitoring/exposition/host-series.js';
import type { StoredSample } from '../../../src/features/monitoring/history/stored-sample.js';
import type { ProcessUse } from '../../../src/features/monitoring/host/processes/process-times.js';
import type { Sample } from '../../../src/features/monitoring/sampler.js';

/** Token of the only host known to a stand-in. */
export const AGENT_TOKEN = `vigia_host_${'t'.repeat(43)}`;

/** Accepts agents' data as the service does, and keeps it for tests to inspect. It outlives its hub. */
export class StandInIntake implements AgentIntake {
  readonly greetings: AgentGreeting[] = [];
  readonly channels: AgentChannel[] = [];
  readonly samples: { readonly sample: Sample; readonly nowMs: number }[] = [];
  /** Stored minutes by start time; only the first to arrive counts. */
  readonly minutes = new Map<number, readonly StoredSample[]>();
  readonly processes = new Map<number, readonly ProcessUse[]>();
  /** Starts in order of arrival, including minutes already stored. */
  readonly arrivals: number[] = [];
  readonly families: HostSeries[] = [];
  left = 0;
  intervalMs = 1000;
  known = true;
  refusal: AgentRefusal | undefined;
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
      takeMinute: async (startMs, samples, processes = []) => {
        this.arrivals.push(startMs);
        this.processes.set(startMs, processes);
        await this.beforeStoring(startMs);
        if (!this.minutes.has(startMs)) this.minutes.set(startMs, samples);
        await this.afterStoring(startMs);
      },
      takeFamilies: (series) => void this.families.push(series),
      leave: async () => {
        this.left += 1;
      },
    };
  }
}
