import { Field, Float, Int, ObjectType } from 'type-graphql';
import { DateTime } from '../../platform/graphql/date-time.scalar.js';
import type { BusiestProcesses, BusyProcess } from './host/processes/processes.js';
import type { RememberedMinute } from './processes/process-minutes.js';

@ObjectType('BusyProcess', { description: 'A process of the host.' })
export class BusyProcessType {
  @Field(() => Int, { name: 'pid', description: 'Process id on the host; for `processCommand`.' })
  id!: number;

  @Field(() => String, { description: 'Name of the program.' })
  name!: string;

  @Field(() => Float, { description: "Share of all processors' time, percent." })
  cpuPercent!: number;

  @Field(() => Float, { description: 'Resident memory, bytes; shared memory is counted for each process.' })
  ramBytes!: number;
}

@ObjectType('BusiestProcesses', {
  description: 'The processes that use the most processor time and the most memory, at most five of each kind.',
})
export class BusiestProcessesType {
  @Field(() => [BusyProcessType], { description: 'Processes with the most processor time first, at most five.' })
  byCpu!: BusyProcessType[];

  @Field(() => [BusyProcessType], { description: 'Processes with the most memory first, at most five.' })
  byRam!: BusyProcessType[];
}

@ObjectType('PeakProcess', { description: 'Resource use of a process over a minute.' })
export class PeakProcessType {
  @Field(() => String, { description: 'Name of the program.' })
  name!: string;

  @Field(() => Float, { description: "Share of all processors' time, percent." })
  cpuPercent!: number;

  @Field(() => Float, { description: 'Resident memory at the end, bytes.' })
  ramBytes!: number;
}

@ObjectType('ProcessPeak', { description: 'The processes that stood out in a minute.' })
export class ProcessPeakType {
  @Field(() => DateTime, { description: 'Beginning of the minute: ISO 8601, UTC.' })
  at!: string;

  @Field(() => [PeakProcessType], {
    description:
      'The five processes with the most processor time, busiest first, and the one with the most memory if it is not among them.',
  })
  processes!: readonly PeakProcessType[];
}

/** Shapes a stored minute for staff. */
export function shapeProcessPeak({ startMs, processes }: RememberedMinute): ProcessPeakType {
  return { at: new Date(startMs).toISOString(), processes };
}

/** Shapes the busiest processes for staff. */
export function shapeBusiestProcesses({ byCpu, byRam }: BusiestProcesses): BusiestProcessesType {
  const shown = (process: BusyProcess) => ({ ...process, cpuPercent: Math.round(process.cpuPercent * 10) / 10 });
  return { byCpu: byCpu.map(shown), byRam: byRam.map(shown) };
}
