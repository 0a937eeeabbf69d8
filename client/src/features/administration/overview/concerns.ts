import { formatTime } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import type { Health, UnheardAlerts } from './overview.operations';

/** Users notice delays above these values. */
const SLOW_P99_MS = 100;
const SLOW_MAX_MS = 1000;

/** Returns warnings with advice for each; empty if all is well. */
export function listConcerns({ loopDelay, sampler }: Health, { channels }: UnheardAlerts): string[] {
  const concerns: string[] = [];
  if (loopDelay.p99Ms > SLOW_P99_MS || loopDelay.maxMs > SLOW_MAX_MS) {
    concerns.push(t('ui.overview.slowLoop', { ms: Math.round(loopDelay.maxMs) }));
  }
  if (sampler.isLate) {
    concerns.push(t('ui.overview.samplerLate', { time: formatTime(new Date(sampler.sampledAt)) }));
  }
  if (sampler.failure) concerns.push(t('ui.overview.samplerFailure', { reason: sampler.failure }));
  if (sampler.stale.length > 0) concerns.push(t('ui.overview.stale', { parts: sampler.stale.join(', ') }));
  if (channels.length > 0) {
    const names = channels.map(({ name }) => name).join(', ');
    concerns.push(t('ui.overview.brokenChannels', { count: channels.length, names }));
  }
  return concerns;
}
