import type { Settings } from '../../settings/settings.js';
import { Resolution } from './history/metrics-chunk.entity.js';

/** The number of the only host there is. */
export const ONLY_HOST = 1;

/** How a machine is measured, and for how long that is kept, by the settings. */
export function measuringOf({
  metricsIntervalMs,
  historyDays: { samples, minutes, hours },
}: Pick<Settings, 'metricsIntervalMs' | 'historyDays'>) {
  return {
    intervalMs: metricsIntervalMs,
    retentionDays: { [Resolution.SAMPLES]: samples, [Resolution.MINUTES]: minutes, [Resolution.HOURS]: hours },
  };
}
