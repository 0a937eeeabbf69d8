import type { Message } from '../../../lib/i18n/say';
import { monitoringMessages } from '../monitoring.messages';
import type { Sample } from './sample-fields';

/** One thing measured on the host. */
export interface Measure {
  id: 'cpu' | 'ram' | 'disk';
  name: Message;
  /** From 0 to 100. */
  percent(sample: Sample): number;
  /** Gigabytes used and in all, where the measure has them. */
  gigabytes?(sample: Sample): { used: number; total: number };
}

/** What the dashboard shows, in its order. The schema's `memory…` is the disk, its `ram…` the memory. */
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
