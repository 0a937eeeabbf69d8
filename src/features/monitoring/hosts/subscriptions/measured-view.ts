import type { ReadableHistory } from '../../history/history-reading.js';
import type { Sample } from '../../sampler.js';

/** A host that is named, as far as it is judged by what was measured. */
export interface MeasuredView {
  /** `hosts.number`. */
  readonly number: number;
  readonly latest: Sample;
  readonly history: ReadableHistory;
}

/** Tells hosts apart; one for that which is meant when none is named. */
export function keyOfView(host: Pick<MeasuredView, 'number'> | undefined): string {
  return host ? String(host.number) : '';
}
