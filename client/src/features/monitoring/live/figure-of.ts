import type { MeasureName } from '../../../../../src/features/monitoring/measures';
import type { Sample } from './sample-fields';

/** Returns a measure of a sample; null if the host does not report it. The load is that per processor, as in rules. */
export function figureOf(sample: Sample, measure: MeasureName): number | null {
  if (measure !== 'loadAverage') return sample[measure];
  return sample.loadAverage ? loadPerProcessor(sample, sample.loadAverage.one) : null;
}

/** Divides a load average of a sample by the number of processors; unchanged if that is unknown. */
export function loadPerProcessor({ corePercents }: Pick<Sample, 'corePercents'>, load: number): number {
  return load / (corePercents?.length || 1);
}
