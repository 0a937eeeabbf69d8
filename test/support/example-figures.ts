import { kernelMeasures } from '../../src/features/monitoring/kernel-measures.js';

/** An example for each measure that comes from a file of the kernel: another one each, of the most decimals. */
export const exampleKernelFigures: Readonly<Record<string, number>> = Object.fromEntries(
  kernelMeasures.map(({ name, sentAt }) => [name, sentAt + 0.25]),
);
