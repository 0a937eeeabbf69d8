import { translate } from '../../i18n/translate.js';
import { defineRoute, type RestRequest } from '../../platform/rest/rest-route.js';
import { escapeHtml } from '../../shared/text/escape-html.js';
import type { Analysis } from './analysis/analysis.type.js';
import type { MetricsView } from './metrics-view.js';
import { analysisReading, metricsReading } from './monitoring.openapi.js';

/** REST routes of the monitoring area (contract 2, 4). */
export const monitoringRoutes = [
  defineRoute<{ metrics: MetricsView }>({
    method: 'GET',
    addresses: ['/sistema/monitoramento/api/v1/metrics', '/sistema/monitoramento/v1/metrics-api'],
    describe: metricsReading,
    operation: `query RestMetrics($host: ID) {
      metrics(host: $host) { cpuPercent ramPercent ramTotal ramUsed memoryUsed memoryTotal }
    }`,
    variables: namedHost,
    body: ({ metrics }) => ({
      data: {
        cpu_percent: metrics.cpuPercent,
        ram_percent: metrics.ramPercent,
        ram_total: metrics.ramTotal,
        ram_used: metrics.ramUsed,
        memory_used: metrics.memoryUsed,
        memory_total: metrics.memoryTotal,
      },
    }),
  }),
  defineRoute<{ analysis: Analysis }>({
    method: 'GET',
    addresses: ['/sistema/monitoramento/api/v1/ai', '/sistema/monitoramento/v1/ai-api'],
    describe: analysisReading,
    operation: 'query RestAnalysis($host: ID) { analysis(host: $host) { available text } }',
    variables: namedHost,
    // HTML only if the analysis is not available (contract 4).
    body: ({ analysis }, _variables, language) => ({
      ai: analysis.available
        ? analysis.text
        : `<p>${escapeHtml(translate('monitoring.analysis.unavailable', language))}</p>`,
    }),
  }),
];

/** Reads `?host=<id>`; without it, the default host is used. */
function namedHost({ query: { host } }: RestRequest) {
  return host === undefined ? {} : { host };
}
