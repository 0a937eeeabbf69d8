import type { MeasureName } from '../../../../../src/features/monitoring/measures';
import type { Sample } from './sample-fields';

/** Returns a sample's value for a measure; null if the host doesn't report it. Load is per processor, as in rules. */
export function figureOf(sample: Sample, measure: MeasureName): number | null {
  if (measure !== 'loadAverage') return sample[measure];
  return sample.loadAverage ? loadPerProcessor(sample, sample.loadAverage.one) : null;
}

/** Divides a sample's load average by the number of processors; unchanged if that number is unknown. */
export function loadPerProcessor({ corePercents }: Pick<Sample, 'corePercents'>, load: number): number {
  return load / (corePercents?.length || 1);
}
