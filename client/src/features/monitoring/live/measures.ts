import type { MessageKey } from '../../../lib/i18n/t';
import type { Sample } from './sample-fields';

/** One of the large figures of now. */
export interface Measure {
  id: 'cpu' | 'ram' | 'disk';
  name: MessageKey;
  /** From 0 to 100. */
  percent(sample: Sample): number;
  /** Gigabytes used and in total, for memory and disk. */
  gigabytes?(sample: Sample): { used: number; total: number };
}

/** The large figures of now, in their order. In the schema `memory…` is the disk, and `ram…` the memory. */
export const measures: readonly Measure[] = [
  {
    id: 'cpu',
    name: 'ui.monitoring.cpu',
    percent: (sample) => sample.cpuPercent,
  },
  {
    id: 'ram',
    name: 'ui.monitoring.ram',
    percent: (sample) => sample.ramPercent,
    gigabytes: (sample) => ({ used: sample.ramUsed, total: sample.ramTotal }),
  },
  {
    id: 'disk',
    name: 'ui.monitoring.disk',
    percent: (sample) => sample.diskPercent,
    gigabytes: (sample) => ({ used: sample.memoryUsed, total: sample.memoryTotal }),
  },
];
