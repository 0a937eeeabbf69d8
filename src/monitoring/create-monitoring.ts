import type { UnitOfWork } from '../db/database.js';
import type { Settings } from '../settings/settings.js';
import type { Clock } from '../shared/clock.js';
import type { Logger } from '../shared/logger.js';
import { Analyst } from './analysis/analyst.js';
import { readLastHour } from './analysis/last-hour.js';
import { openAnalysisProvider } from './analysis/open-analysis-provider.js';
import { Findings } from './findings/findings.js';
import { History } from './history/history.js';
import { HistoryStore } from './history/history-store.js';
import { Resolution } from './history/metrics-chunk.entity.js';
import type { HostMetrics } from './host/host-metrics.js';
import { Processes } from './host/processes.js';
import { type Sample, Sampler } from './sampler.js';

interface CreateMonitoringDeps {
  readonly settings: Settings;
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly hostMetrics: HostMetrics;
  /** Called once with each new sample, which the history has by then. */
  readonly publish: (sample: Sample) => void;
}

/** The rules of monitoring, each built once. */
export function createMonitoring({ settings, em, clock, logger, hostMetrics, publish }: CreateMonitoringDeps) {
  const intervalMs = settings.metricsIntervalMs;
  const { samples, minutes, hours } = settings.historyDays;
  const history = new History({
    store: new HistoryStore(em),
    clock,
    logger,
    intervalMs,
    retentionDays: { [Resolution.SAMPLES]: samples, [Resolution.MINUTES]: minutes, [Resolution.HOURS]: hours },
  });
  const sampler = new Sampler({
    host: hostMetrics,
    clock,
    logger,
    intervalMs,
    publish: (sample) => {
      history.add(sample);
      publish(sample);
    },
  });
  return {
    sampler,
    history,
    findings: new Findings({ sampler, history }),
    processes: new Processes(clock),
    analyst: new Analyst({
      provider: openAnalysisProvider(settings, logger),
      sampler,
      lastHour: () => readLastHour({ history, clock }),
      clock,
      timeoutMs: settings.ai.timeoutMs,
      logger,
    }),
  };
}
