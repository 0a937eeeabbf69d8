import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { BusiestProcesses, BusyProcess } from './host/processes/processes.js';
import type { RememberedMinute } from './processes/process-minutes.js';

@ObjectType('BusyProcess', { description: 'A process of the host.' })
export class BusyProcessType {
  @Field(() => Int)
  id!: number;

  @Field(() => String, { description: 'Its short name.' })
  name!: string;

  @Field(() => Float, { description: 'Share of the time of all processors, percent.' })
  cpuPercent!: number;

  @Field(() => Float, { description: 'Memory it holds, bytes; what several share is counted for each.' })
  ramBytes!: number;
}

@ObjectType('BusiestProcesses', { description: 'The processes that use most, at most five of each.' })
export class BusiestProcessesType {
  @Field(() => [BusyProcessType])
  byCpu!: BusyProcessType[];

  @Field(() => [BusyProcessType])
  byRam!: BusyProcessType[];
}

@ObjectType('PeakProcess', { description: 'What a process used over a minute.' })
export class PeakProcessType {
  @Field(() => String, { description: 'Its short name.' })
  name!: string;

  @Field(() => Float, { description: 'Share of the time of all processors, percent.' })
  cpuPercent!: number;

  @Field(() => Float, { description: 'Memory that it held at the end, bytes.' })
  ramBytes!: number;
}

@ObjectType('ProcessPeak', { description: 'The processes that stood out in a minute.' })
export class ProcessPeakType {
  @Field(() => String, { description: 'When the minute begins: ISO 8601, UTC.' })
  at!: string;

  @Field(() => [PeakProcessType], {
    description:
      'The five that used most processor time, the busiest first, and the one that held most memory if it is none of them.',
  })
  processes!: readonly PeakProcessType[];
}

/** A remembered minute as staff see it. */
export function processPeakOf({ startMs, processes }: RememberedMinute): ProcessPeakType {
  return { at: new Date(startMs).toISOString(), processes };
}

/** The busiest processes as staff see them. */
export function busiestProcessesOf({ byCpu, byRam }: BusiestProcesses): BusiestProcessesType {
  const shown = (process: BusyProcess) => ({ ...process, cpuPercent: Math.round(process.cpuPercent * 10) / 10 });
  return { byCpu: byCpu.map(shown), byRam: byRam.map(shown) };
}
