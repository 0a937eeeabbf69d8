import type { ChartName } from '../../../../../src/features/monitoring/measures';
import type { MessageKey } from '../../../lib/i18n/t';
import type { Sample } from './sample-fields';

/** One of the large live readings. */
export interface Measure {
  id: 'cpu' | 'ram' | 'disk';
  chart: ChartName;
  name: MessageKey;
  /** Returns the measure as a percentage, from 0 to 100. */
  percent(sample: Sample): number;
}

/** The large live readings, in display order. In the schema, `memory…` is the disk and `ram…` the memory. */
export const measures: readonly Measure[] = [
  {
    id: 'cpu',
    chart: 'cpu',
    name: 'ui.monitoring.cpu',
    percent: (sample) => sample.cpuPercent,
  },
  {
    id: 'ram',
    chart: 'memory',
    name: 'ui.monitoring.ram',
    percent: (sample) => sample.ramPercent,
  },
  {
    id: 'disk',
    chart: 'disk',
    name: 'ui.monitoring.disk',
    percent: (sample) => sample.diskPercent,
  },
];
