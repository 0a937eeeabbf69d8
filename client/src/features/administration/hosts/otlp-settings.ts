import type { AgentHub } from './hosts.operations';

/** Returns the environment variables by which an OpenTelemetry SDK sends its metrics to this service. */
export function sdkVariables({ url }: Pick<AgentHub, 'url'>, token: string): string {
  return [
    `OTEL_EXPORTER_OTLP_METRICS_ENDPOINT=${url}/v1/metrics`,
    'OTEL_EXPORTER_OTLP_METRICS_PROTOCOL=http/protobuf',
    // A space must be encoded in this variable.
    `OTEL_EXPORTER_OTLP_METRICS_HEADERS=Authorization=Bearer%20${token}`,
    'OTEL_METRIC_EXPORT_INTERVAL=15000',
  ].join('\n');
}

/** Returns the configuration of an OpenTelemetry collector that measures its machine and sends to this service. */
export function collectorYaml({ url, pin }: Pick<AgentHub, 'url' | 'pin'>, token: string): string {
  return `receivers:
  hostmetrics:
    collection_interval: 15s
    scrapers: { cpu: {}, memory: {}, load: {}, disk: {}, filesystem: {}, network: {}, paging: {} }
processors:
  resourcedetection:
    detectors: [system]
exporters:
  otlphttp/vigia:
    endpoint: ${url}
    headers:
      Authorization: Bearer ${token}${pin ? '\n    tls:\n      ca_file: /etc/otelcol/tls_certificate.pem' : ''}
service:
  pipelines:
    metrics:
      receivers: [hostmetrics]
      processors: [resourcedetection]
      exporters: [otlphttp/vigia]`;
}
