/** A time series and its newest value. */
export interface MetricValue {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  /** Set if it differs from the family's name, i.e. for `…_bucket`, `…_sum` and `…_count` of a histogram. */
  readonly metricName?: string;
}

/** All series of one name, in a form that suits both formats. Counters' names end with `_total`; no others do. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  /** `untyped` is for figures of the kernel of which some grow and some do not, as in node_exporter. */
  readonly type: 'gauge' | 'counter' | 'histogram' | 'untyped';
  readonly values: readonly MetricValue[];
}

/** Source of the families of one machine, in addition to its samples. */
export interface FamilySource {
  /**
   * Reads all that node_exporter would say of the machine. Resolves within about a second, even if a part of the machine
   * hangs; that part is then left out.
   */
  readFamilies(): Promise<readonly MetricFamily[]>;
}

/** Builds a family of values that can rise and fall. */
export function gauge(name: string, help: string, values: readonly MetricValue[]): MetricFamily {
  return { name, help, type: 'gauge', values };
}

/** Builds a family of values that only grow while the process runs. */
export function counter(name: string, help: string, values: readonly MetricValue[]): MetricFamily {
  return { name, help, type: 'counter', values };
}
