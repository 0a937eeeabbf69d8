import type { Collect } from './collector.js';

/** Adds every line of `/proc/meminfo`: in bytes if the kernel counts it in kilobytes, as a plain number otherwise. */
export const collectMemory: Collect = (files, series) => {
  for (const [, name = '', number, unit] of files.read('/proc/meminfo').matchAll(/^([^:\n]+):\s+(\d+)( kB)?$/gm)) {
    // `Active(anon)` becomes `Active_anon`.
    const field = name.replace(/\((.*)\)/, '_$1');
    if (unit) series.add(`node_memory_${field}_bytes`, Number(number) * 1024);
    else series.add(`node_memory_${field}`, Number(number));
  }
};
