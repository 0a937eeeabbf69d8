import type { Settings } from '../../settings/settings.js';
import { Resolution } from './history/resolution.js';

/** Host number of the service's only machine. */
export const ONLY_HOST = 1;

/** Returns a machine's interval and retention from the settings. */
export function readMeasuring({
  metricsIntervalMs,
  historyDays: { samples, minutes, hours },
}: Pick<Settings, 'metricsIntervalMs' | 'historyDays'>) {
  return {
    intervalMs: metricsIntervalMs,
    retentionDays: { [Resolution.SAMPLES]: samples, [Resolution.MINUTES]: minutes, [Resolution.HOURS]: hours },
  };
}
