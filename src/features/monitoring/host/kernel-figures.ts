import { readFileSync } from 'node:fs';
import { kernelMeasures } from '../kernel-measures.js';
import type { KernelSource } from '../measure.js';
import type { HostReading } from './host-metrics.js';

type NamedSource = Pick<KernelSource, 'file' | 'parse'> & { readonly name: string };

/**
 * Reads the measures that each have a kernel file of their own; null if the file is missing, unreadable or malformed.
 * The files are in memory and can be read without waiting.
 */
export function readKernelFigures(sources: readonly NamedSource[] = kernelMeasures): HostReading['kernelFigures'] {
  return Object.fromEntries(sources.map((source) => [source.name, figureOf(source)]));
}

function figureOf({ file, parse }: NamedSource): number | null {
  try {
    const figure = parse(readFileSync(file, 'utf8'));
    return Number.isFinite(figure) ? figure : null;
  } catch {
    // The kernel was built or started without the feature, so the file does not exist or cannot be read.
    return null;
  }
}
