import { writeLabels } from './label-text.js';
import type { MetricFamily, MetricValue } from './metric-family.js';

/** All series of one name of one host, their labels already as text. */
export interface SeriesFamily extends Omit<MetricFamily, 'values'> {
  /** Labels of each series as text, without braces; empty for none. */
  readonly labels: readonly string[];
  /** The same beside the label `host`, where they differ because a series has one of its own. */
  readonly labelsBesideHost?: readonly string[] | undefined;
  /** Names of the series, where they differ from the family's. */
  readonly names?: readonly string[] | undefined;
  readonly values: readonly number[];
}

/**
 * The series of one host at one moment. Their text is written once and kept, so that any set of hosts can be put
 * together again without reading or writing anything anew.
 */
export class HostSeries {
  #written: { readonly host: string | undefined; readonly texts: readonly string[] } | undefined;

  constructor(readonly families: readonly SeriesFamily[]) {}

  /** Creates the series of a source that has labels and values by name. */
  static of(families: readonly MetricFamily[]): HostSeries {
    return new HostSeries(families.map(familyOf));
  }

  /**
   * Returns the lines of each family, in the order of {@link families}.
   *
   * @param host the value of the label `host`, which comes first; without it there is no such label.
   */
  textsFor(host: string | undefined): readonly string[] {
    if (this.#written?.host !== host || !this.#written) {
      const label = host === undefined ? '' : writeLabels([['host', host]]);
      this.#written = { host, texts: this.families.map((family) => linesOf(family, label)) };
    }
    return this.#written.texts;
  }
}

/** Label of a host's own, as Prometheus names one that is in the way of its own. */
const exported = (name: string) => `exported_${name}`;

function familyOf({ name, type, help, values }: MetricFamily): SeriesFamily {
  const hasHost = values.some(({ labels }) => labels && 'host' in labels);
  return {
    ...{ name, type, help, values: values.map(({ value }) => value) },
    labels: values.map(({ labels = {} }) => writeLabels(Object.entries(labels))),
    ...(hasHost && { labelsBesideHost: values.map(besideHost) }),
    ...(values.some(({ metricName }) => metricName !== undefined) && {
      names: values.map(({ metricName = name }) => metricName),
    }),
  };
}

function besideHost({ labels = {} }: MetricValue): string {
  let renamed = exported('host');
  while (renamed in labels) renamed = exported(renamed);
  return writeLabels(Object.entries(labels).map(([name, value]) => [name === 'host' ? renamed : name, value]));
}

function linesOf({ name, names, labels, labelsBesideHost, values }: SeriesFamily, host: string): string {
  const lines: string[] = [];
  const own = host === '' ? labels : (labelsBesideHost ?? labels);
  for (const [at, value] of values.entries()) {
    const others = own[at] ?? '';
    const all = host !== '' && others !== '' ? `${host},${others}` : host + others;
    lines.push(`${names?.[at] ?? name}${all === '' ? '' : `{${all}}`} ${writeNumber(value)}\n`);
  }
  return lines.join('');
}

function writeNumber(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}
