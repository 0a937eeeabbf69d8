import type { ReadableHistory } from '../../history/history-reading.js';
import type { Sample } from '../../sampler.js';

/** A named host, with the data needed to judge it by its measures. */
export interface MeasuredView {
  /** `hosts.number`. */
  readonly number: number;
  readonly latest: Sample;
  readonly history: ReadableHistory;
}

/** Returns a key for each host; the empty key is for the default host. */
export function keyOfView(host: Pick<MeasuredView, 'number'> | undefined): string {
  return host ? String(host.number) : '';
}
