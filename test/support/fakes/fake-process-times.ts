import type {
  ProcessTimes,
  ProcessUse,
  SpanOfProcesses,
} from '../../../src/features/monitoring/host/processes/process-times.js';

/** The processes of a host, whose use of each minute a test sets. */
export class FakeProcessTimes implements Pick<ProcessTimes, 'next'> {
  processes: readonly ProcessUse[] | undefined;
  lengthMs = 60_000;

  async next(): Promise<SpanOfProcesses | undefined> {
    return this.processes && { lengthMs: this.lengthMs, processes: this.processes };
  }
}
