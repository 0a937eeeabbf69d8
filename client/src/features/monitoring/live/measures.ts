import type { Message } from '../../../lib/i18n/say';
import { monitoringMessages } from '../monitoring.messages';
import type { Sample } from './sample-fields';

/** One of the large figures of now. */
export interface Measure {
  id: 'cpu' | 'ram' | 'disk';
  name: Message;
  /** From 0 to 100. */
  percent(sample: Sample): number;
  /** Gigabytes used and in total, for memory and disk. */
  gigabytes?(sample: Sample): { used: number; total: number };
}

/** The large figures of now, in their order. In the schema `memory…` is the disk, and `ram…` the memory. */
export const measures: readonly Measure[] = [
  {
    id: 'cpu',
    name: monitoringMessages.cpu,
    percent: (sample) => sample.cpuPercent,
  },
  {
    id: 'ram',
    name: monitoringMessages.ram,
    percent: (sample) => sample.ramPercent,
    gigabytes: (sample) => ({ used: sample.ramUsed, total: sample.ramTotal }),
  },
  {
    id: 'disk',
    name: monitoringMessages.disk,
    percent: (sample) => sample.diskPercent,
    gigabytes: (sample) => ({ used: sample.memoryUsed, total: sample.memoryTotal }),
  },
];
