import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { MetricFamily } from '../../src/features/monitoring/exposition/metric-family.js';
import { SeriesCollection } from '../../src/features/monitoring/exposition/series-collection.js';
import type { Collect, CollectFromDevices } from '../../src/features/monitoring/host/collectors/collector.js';
import { MachineFiles } from '../../src/features/monitoring/host/collectors/machine-files.js';

/**
 * Creates a machine that has only these files of `/proc` and `/sys`. Where a path ends with ` ->`, the content is what
 * it links to.
 */
export function createMachine(files: Readonly<Record<string, string>>): { files: MachineFiles; root: string } {
  const root = mkdtempSync(join(tmpdir(), 'vigia-machine-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path.replace(/ ->$/, ''));
    mkdirSync(dirname(file), { recursive: true });
    if (path.endsWith(' ->')) symlinkSync(content, file);
    else writeFileSync(file, content);
  }
  return { files: new MachineFiles(root), root };
}

/** Returns the series that a collector finds on a machine, as lines such as `node_load1 0.5`. */
export async function collectLines(
  collect: Collect | CollectFromDevices,
  files: Readonly<Record<string, string>>,
): Promise<string[]> {
  const series = new SeriesCollection();
  await collect(createMachine(files).files, series);
  return linesOf(series.families());
}

/** Returns series as lines, with their labels in the order of the family. */
export function linesOf(families: readonly MetricFamily[]): string[] {
  return families.flatMap(({ name, values }) =>
    values.map(({ labels = {}, value }) => {
      const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
      return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
    }),
  );
}
