import type {
  ProcessTimes,
  ProcessUse,
  SpanOfProcesses,
} from '../../../src/features/monitoring/host/processes/process-times.js';

/** A host's processes, with usage per minute set by the test. */
export class FakeProcessTimes implements Pick<ProcessTimes, 'next'> {
  processes: readonly ProcessUse[] | undefined;
  lengthMs = 60_000;

  async next(): Promise<SpanOfProcesses | undefined> {
    return this.processes && { lengthMs: this.lengthMs, processes: this.processes };
  }
}
