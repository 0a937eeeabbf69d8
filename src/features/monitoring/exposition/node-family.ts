import type { MetricFamily } from './metric-family.js';

/** Definition of a family as node_exporter has it: its name, type, help, and the names of its labels in their order. */
export interface NodeFamily {
  readonly name: string;
  readonly type: Exclude<MetricFamily['type'], 'histogram'>;
  readonly help: string;
  readonly labels: readonly string[];
}

/** Defines families of one type and with the same labels, by their names with the prefix `node_`. */
export function define(
  type: NodeFamily['type'],
  labels: readonly string[],
  prefix: string,
  helps: Readonly<Record<string, string>>,
): NodeFamily[] {
  return Object.entries(helps).map(([name, help]) => ({ name: `node_${prefix}${name}`, type, help, labels }));
}
