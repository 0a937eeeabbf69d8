/** A time series and its newest value. */
export interface MetricValue {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  /** Where it differs from the name of the family: `…_bucket`, `…_sum` and `…_count` of a histogram. */
  readonly metricName?: string;
}

/** All series of one name, as both formats have them. Names of counters end with `_total`, and nothing else does. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter' | 'histogram';
  readonly values: readonly MetricValue[];
}

/** A family of values that change in both directions. */
export function gauge(name: string, help: string, values: readonly MetricValue[]): MetricFamily {
  return { name, help, type: 'gauge', values };
}

/** A family of values that only grow while the process runs. */
export function counter(name: string, help: string, values: readonly MetricValue[]): MetricFamily {
  return { name, help, type: 'counter', values };
}
