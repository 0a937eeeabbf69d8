import { Field, Float, Int, ObjectType } from 'type-graphql';
import type { BusiestProcesses, BusyProcess } from './host/processes.js';

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

/** The busiest processes as staff see them. */
export function busiestProcessesOf({ byCpu, byRam }: BusiestProcesses): BusiestProcessesType {
  const shown = (process: BusyProcess) => ({ ...process, cpuPercent: Math.round(process.cpuPercent * 10) / 10 });
  return { byCpu: byCpu.map(shown), byRam: byRam.map(shown) };
}
