import { readFileSync } from 'node:fs';
import { kernelMeasures } from '../kernel-measures.js';
import type { KernelSource } from '../measure.js';
import type { HostReading } from './host-metrics.js';

type NamedSource = Pick<KernelSource, 'file' | 'parse'> & { readonly name: string };

/**
 * Reads the figures that stand in one file of the kernel each; null for a file that is missing, unreadable or in another
 * form. The files are in memory and answer at once.
 */
export function readKernelFigures(sources: readonly NamedSource[] = kernelMeasures): HostReading['kernelFigures'] {
  return Object.fromEntries(sources.map((source) => [source.name, figureOf(source)]));
}

function figureOf({ file, parse }: NamedSource): number | null {
  try {
    const figure = parse(readFileSync(file, 'utf8'));
    return Number.isFinite(figure) ? figure : null;
  } catch {
    // A kernel built or started without the feature: no such file, or one that refuses to be read.
    return null;
  }
}
