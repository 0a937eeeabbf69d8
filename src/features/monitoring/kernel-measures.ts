import type { KernelSource, MeasureBase, Unit } from './measure.js';
import { type MeasureName, measureNames, measures } from './measures.js';

interface KernelMeasure extends KernelSource {
  readonly name: MeasureName;
  readonly unit: Unit;
}

/** The measures that are read from kernel files. Agents send them after the values of the first version. */
export const kernelMeasures: readonly KernelMeasure[] = measureNames.flatMap((name) => {
  const { kernel, unit }: MeasureBase = measures[name];
  return kernel ? { ...kernel, name, unit } : [];
});
