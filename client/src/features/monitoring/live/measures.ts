import type { MessageKey } from '../../../lib/i18n/t';
import type { Sample } from './sample-fields';

/** One thing measured on the host. */
export interface Measure {
  id: 'cpu' | 'ram' | 'disk';
  name: MessageKey;
  /** From 0 to 100. */
  percent(sample: Sample): number;
  /** Gigabytes used and in all, where the measure has them. */
  gigabytes?(sample: Sample): { used: number; total: number };
}

/** What the dashboard shows, in its order. The schema's `memory…` is the disk, its `ram…` the memory. */
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
