import type { MeasureName } from '../../../../../src/features/monitoring/measures';
import type { Sample } from './sample-fields';

/** Returns a measure of a sample; null if the host does not report it. */
export function figureOf(sample: Sample, measure: MeasureName): number | null {
  return measure === 'loadAverage' ? (sample.loadAverage?.one ?? null) : sample[measure];
}
