/** Writes labels as both formats of Prometheus have them between braces, such as `cpu="0",mode="idle"`. */
export function writeLabels(labels: readonly (readonly [name: string, value: string])[]): string {
  return labels.map(([name, value]) => `${name}="${escaped(value)}"`).join(',');
}

function escaped(value: string): string {
  return /["\\\n]/.test(value) ? value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n') : value;
}
