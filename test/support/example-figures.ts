import { kernelMeasures } from '../../src/features/monitoring/kernel-measures.js';

/** A distinct example value for each measure read from a kernel file, with the maximum number of decimals. */
export const exampleKernelFigures: Readonly<Record<string, number>> = Object.fromEntries(
  kernelMeasures.map(({ name, sentAt }) => [name, sentAt + 0.25]),
);
